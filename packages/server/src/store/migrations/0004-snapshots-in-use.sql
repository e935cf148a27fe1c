-- A snapshot may come back: routing that goes from one state to another and back has the digest it had, and so the row. What
-- matters for keeping it is when it was last in use, not when it was first cut. Releases that do not know the column leave
-- it to its default.
alter table switchyard.routing_snapshot add column used_at timestamptz not null default now();
grant update (used_at) on switchyard.routing_snapshot to switchyard_app;

-- Cells whose evidence has faded away are cleared.
grant delete on switchyard.reliability_cell to switchyard_app;
