-- 0017 gave every connection the place 0, after which the first change of one would have ranked rails by their keys. The order that held is
-- in what was derived from it: where one rail ranks above another at some bank, its connections stood first. Rails of which no bank
-- tells stand by when they were connected. An environment whose file has been applied since has its places already.
do $$
declare
  of_environment text;
begin
  for of_environment in select e.environment_id from switchyard.environment e order by e.environment_id loop
    perform set_config('switchyard.environment', of_environment, true);
    continue when exists (
      select from switchyard.connection c where c.environment_id = of_environment and c.position <> 0);
    with recursive ranking as (
      select distinct v.rails::text as rails from switchyard.coverage v where v.environment_id = of_environment
    ), above (higher, lower) as (
      select distinct a.rail, b.rail from ranking r,
        json_to_recordset(r.rails::json) as a (rail text, rank integer),
        json_to_recordset(r.rails::json) as b (rail text, rank integer)
      where a.rank < b.rank
    ), anywhere_above (higher, lower) as (
      select higher, lower from above
      union
      select w.higher, a.lower from anywhere_above w join above a on a.higher = w.lower
    ), placed as (
      select c.id, row_number() over (
        order by (select count(*) from anywhere_above w where w.lower = c.rail), c.created_at, c.id) as place
      from switchyard.connection c where c.environment_id = of_environment
    )
    update switchyard.connection c set position = p.place
      from placed p where c.environment_id = of_environment and c.id = p.id;
  end loop;
end
$$;
