-- The rules of a concert: only those that differ from the default of domain/queue/evening-rules.ts, so that
-- '{}' is a concert without rules of its own.
alter table concerts add column rules jsonb not null default '{}' check (jsonb_typeof(rules) = 'object');
-- By how much «Играем дольше» has moved the planned end.
alter table concerts add column longer_minutes integer not null default 0 check (longer_minutes >= 0);

-- What the artist's next announcements begin with.
create table default_rules (
  artist_id uuid primary key references artists on delete cascade,
  rules jsonb not null check (jsonb_typeof(rules) = 'object')
);

-- The songs that may be ordered where only open ones may.
create table open_songs (
  concert_id uuid not null references concerts on delete cascade,
  song_id uuid not null references songs on delete cascade,
  primary key (concert_id, song_id)
);
