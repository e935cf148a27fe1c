-- A decision cites a snapshot that is kept for as long. A foreign key would look up the snapshot of each decision by itself, which
-- was half of the time that writing them took. Decisions are written in groups that cite one snapshot or two, so a group's are looked up
-- together, and held against being cleared away until it is committed. What is refused is refused under the name of that key: nodes of the
-- release before still run, and know it by this name.
alter table switchyard.decision drop constraint decision_environment_id_snapshot_digest_fkey;

create function switchyard.hold_cited_snapshots() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform from (select distinct a.environment_id, a.snapshot_digest from added a) c
    left join lateral (select s.digest from switchyard.routing_snapshot s
      where s.environment_id = c.environment_id and s.digest = c.snapshot_digest for key share) kept on true
    where kept.digest is null;
  if found then
    raise exception 'a decision cites a snapshot that is not kept'
      using errcode = 'foreign_key_violation', constraint = 'decision_environment_id_snapshot_digest_fkey';
  end if;
  return null;
end
$$;

create trigger decision_cites_snapshot after insert on switchyard.decision
  referencing new table as added for each statement execute function switchyard.hold_cited_snapshots();

-- By now the row is locked, and every decision that was holding it is committed and can be seen.
create function switchyard.keep_cited_snapshot() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform from switchyard.decision d where d.environment_id = old.environment_id and d.snapshot_digest = old.digest;
  if found then
    raise exception 'a decision cites this snapshot'
      using errcode = 'foreign_key_violation', constraint = 'decision_environment_id_snapshot_digest_fkey';
  end if;
  return old;
end
$$;

create trigger routing_snapshot_cited before delete on switchyard.routing_snapshot
  for each row execute function switchyard.keep_cited_snapshot();
