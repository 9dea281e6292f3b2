-- Whom to tell that a concert is cancelled: not those who were not told of its series yet, and those who wait for its town.
alter table gone_concerts
  add column series_id uuid,
  add column longitude double precision,
  add column latitude double precision;
create index if not exists gone_concerts_of_series on gone_concerts (series_id) where series_id is not null;
