-- Sets of songs, breaks and notes that an artist lays into his concerts.
create table sets (
  id uuid primary key,
  artist_id uuid not null references artists on delete cascade,
  title text not null,
  target_minutes integer,
  items jsonb not null,
  updated_at timestamptz not null
);
create index sets_of_artist on sets (artist_id);

-- What a set puts before a song: words for the pad alone, and minutes of a break; and when a break began
-- while the song was the last that sounded.
alter table queue_entries
  add column before_note text not null default '',
  add column before_break integer not null default 0,
  add column break_at timestamptz;

-- Own songs of the artist that have sounded in a row.
alter table concerts add column own_run integer not null default 0;
