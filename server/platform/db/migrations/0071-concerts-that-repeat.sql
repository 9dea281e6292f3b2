-- What was announced together; each is a concert of its own.
alter table concerts add column series_id uuid;
create index if not exists concerts_of_series on concerts (series_id, starts_at, id) where series_id is not null;
