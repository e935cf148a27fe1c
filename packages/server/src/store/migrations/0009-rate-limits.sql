-- Rate limits are one for all nodes. A bucket's tokens stand here; nodes take small shares of them ahead of need and bring back
-- what they did not use. The table is global and out of reach but for the functions below. It is unlogged: after a crash of the
-- database all buckets are full again, which is worth less than a write-ahead log of every share.
create unlogged table switchyard.rate_bucket (
  name text collate "C" primary key,
  tokens double precision not null,
  at timestamptz not null
);

-- Brings back and takes for many buckets at once, in the order of their names, so that two nodes never wait for each other in a
-- circle. Answers what was granted and what is left in each bucket, by the request's place among the others.
create function switchyard.take_rate_tokens(names text[], rates double precision[], bursts double precision[],
  returned integer[], wanted integer[])
returns table (place bigint, granted integer, tokens double precision)
language plpgsql security definer set search_path = '' as $$
declare
  asked record;
  level double precision;
begin
  for asked in
    select a.name, a.rate, a.burst, a.back, a.want, a.place
    from unnest(names, rates, bursts, returned, wanted) with ordinality as a (name, rate, burst, back, want, place)
    order by a.name collate "C", a.place
  loop
    insert into switchyard.rate_bucket as b (name, tokens, at) values (asked.name, asked.burst, clock_timestamp())
      on conflict on constraint rate_bucket_pkey do update
        set tokens = least(asked.burst,
              b.tokens + asked.back + asked.rate * greatest(0, extract(epoch from clock_timestamp() - b.at))),
            at = greatest(b.at, clock_timestamp())
      returning b.tokens into level;
    place := asked.place;
    granted := least(asked.want, floor(level))::integer;
    tokens := level - granted;
    update switchyard.rate_bucket b set tokens = level - take_rate_tokens.granted where b.name = asked.name;
    return next;
  end loop;
end
$$;

-- Buckets that nobody has used for so long that they are full again.
create function switchyard.forget_rate_buckets(unused_since timestamptz) returns bigint
language sql security definer set search_path = '' as $$
  with forgotten as (delete from switchyard.rate_bucket where at < unused_since returning 1)
  select count(*) from forgotten
$$;

revoke execute on function switchyard.take_rate_tokens, switchyard.forget_rate_buckets from public;
grant execute on function switchyard.take_rate_tokens, switchyard.forget_rate_buckets to switchyard_app;
