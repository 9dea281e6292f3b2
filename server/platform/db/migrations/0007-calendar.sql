-- What calendars elsewhere have to be told of a concert that they keep ------------------------

alter table concerts add column sequence integer not null default 0;
-- Null: as it was announced.
alter table concerts add column changed_at timestamptz;

-- By whichever hand: a calendar that has the evening already must learn that it moved.
create function concert_changes() returns trigger language plpgsql as $$
begin
  if (new.title, new.starts_at, new.ends_at, new.place_name, new.address, new.city,
      new.longitude, new.latitude)
    is distinct from
    (old.title, old.starts_at, old.ends_at, old.place_name, old.address, old.city,
      old.longitude, old.latitude)
  then
    new.sequence := old.sequence + 1;
    new.changed_at := now();
  elsif (new.description, new.ticket_link, new.closed_session)
    is distinct from (old.description, old.ticket_link, old.closed_session)
  then
    new.changed_at := now();
  end if;
  return new;
end $$;
create trigger concert_changes before update on concerts
  for each row execute function concert_changes();

-- Where a concert is, in one line.
create function concert_place(place_name text, city text, address text) returns text
  language sql immutable as $$
  select concat_ws(', ', nullif(place_name, ''),
    case when position(lower(city) in lower(address)) = 0 then nullif(city, '') end,
    nullif(address, ''))
$$;

-- A deleted concert, which calendars may still show.
create table gone_concerts (
  id uuid primary key,
  artist_id uuid not null references artists on delete cascade,
  title text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  place text not null,
  closed_session boolean not null,
  sequence integer not null,
  gone_at timestamptz not null
);
create index gone_concerts_of_artist on gone_concerts (artist_id, starts_at);
