-- What finds concerts among a million of them -------------------------------------------------

-- The text that all spellings of a town share, as folded() of russian-letters.ts spells it. A function,
-- so that a statement with any parameters means the very expression of the indexes.
create function folded_town(name text) returns text
  language sql immutable parallel safe
  return translate(lower(name),
    'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЁё', 'абвгдежзийклмнопрстуфхцчшщъыьэюяее');

-- By town and start; nobody asked for a town as it is written.
drop index concerts_by_city;
create index concerts_of_town_ahead on concerts (folded_town(city), starts_at, id)
  where status <> 'PLAYED';
create index concerts_of_town on concerts (folded_town(city), starts_at, id);
-- Those that are over stand in lists too, where somebody asks for them.
create index concerts_by_start on concerts (starts_at, id);
-- A musician of many years has hundreds behind and a few ahead.
create index concerts_of_artist_ahead on concerts (artist_id, starts_at, id)
  where status <> 'PLAYED';
-- By place: what lies in a part of the map, and what is near and soon.
create index concerts_on_map on concerts (latitude, longitude, starts_at)
  where status <> 'PLAYED' and latitude is not null;
create index concerts_off_map on concerts (starts_at, id)
  where status <> 'PLAYED' and latitude is null;
create index concerts_running on concerts (starts_at, id) where status = 'NOW';

-- Who plays a song, told by the index alone.
drop index repertoire_of_song;
create index repertoire_of_song on repertoire (song_id, artist_id);
create index live_entries_of_song on queue_entries (song_id, concert_id)
  where status in ('SCHEDULED', 'QUEUED', 'NOW');

-- A step of the queue writes nothing that a calendar tells.
drop trigger concert_changes on concerts;
create trigger concert_changes
  before update of title, starts_at, ends_at, place_name, address, city, longitude, latitude,
    description, ticket_link, closed_session
  on concerts for each row execute function concert_changes();

-- What is long over is forgotten.
create index gone_concerts_by_end on gone_concerts (ends_at);
