-- A link that opens the pad of one concert on another telephone; gone once it is called back.
create table second_pads (
  id uuid primary key,
  concert_id uuid not null references concerts on delete cascade,
  token_hash text not null unique,
  name text not null,
  created_at timestamptz not null,
  opened_at timestamptz
);
create index second_pads_of_concert on second_pads (concert_id);

-- Who did what to the queue of a concert that has, or had, a second pad.
create table pad_log (
  id uuid primary key,
  concert_id uuid not null references concerts on delete cascade,
  done_at timestamptz not null,
  -- The name of the second pad; null for the artist.
  done_by text,
  action text not null,
  song_id uuid references songs on delete set null
);
create index pad_log_of_concert on pad_log (concert_id, id desc);
