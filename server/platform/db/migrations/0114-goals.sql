-- What an artist collects money for, one at a time; the former ones are read by the reports of their evenings. What
-- was given for it is in the ledger alone.
create table goals (
  id uuid primary key,
  artist_id uuid not null references artists on delete cascade,
  title text not null,
  -- Kopecks.
  amount bigint not null check (amount > 0),
  with_songs boolean not null,
  -- One evening alone: the one that runs when it is set, or the next that begins.
  one_evening boolean not null,
  since timestamptz not null,
  reached_at timestamptz,
  ended_at timestamptz
);
create unique index one_goal_of_artist on goals (artist_id) where ended_at is null;
create index goals_of_artist on goals (artist_id, since);
