-- «Битва»: songs that a concert votes for; erased a day after its end.
create table battles (
  id uuid primary key,
  concert_id uuid not null references concerts on delete cascade,
  -- In the order in which the artist put them up.
  song_ids uuid[] not null check (cardinality(song_ids) between 2 and 4),
  started_at timestamptz not null,
  ends_at timestamptz not null,
  -- Null while it runs.
  ended_at timestamptz,
  cancelled boolean not null default false,
  -- Null where nobody voted.
  winner_id uuid
);
create unique index one_battle_of_concert on battles (concert_id) where ended_at is null;
create index battles_due on battles (ends_at) where ended_at is null;
create index battles_of_concert on battles (concert_id, started_at desc);
-- One of each device.
create table battle_votes (
  battle_id uuid not null references battles on delete cascade,
  device_id uuid not null,
  song_id uuid not null,
  primary key (battle_id, device_id)
);
