-- What followers are to be told. One process at a time makes notices of it, a part of the followers in each transaction.
create table follow_news (
  id uuid primary key default gen_random_uuid(),
  artist_id uuid not null references artists on delete cascade,
  concert_id uuid references concerts on delete cascade,
  song_id uuid references songs on delete cascade,
  check (num_nonnulls(concert_id, song_id) = 1),
  about text not null check (about in ('new', 'moved', 'today', 'learning', 'open')),
  made_at timestamptz not null,
  -- Null: everybody has his notice.
  due_at timestamptz,
  -- After those who follow the artist come those who wait for a song.
  to_waiting boolean not null default false,
  after_id uuid
);
create unique index one_news_of_concert on follow_news (concert_id, about) where concert_id is not null;
create unique index one_news_of_song on follow_news (artist_id, song_id, about) where song_id is not null;
create index follow_news_due on follow_news (due_at) where due_at is not null;

-- One row a follower, an artist, a concert or song, and a kind; all that is due of one artist is told together.
create table follow_notices (
  follower_id uuid not null references followers on delete cascade,
  artist_id uuid not null references artists on delete cascade,
  -- A concert or a song.
  subject_id uuid not null,
  about text not null,
  -- By which he is told, and which the link in the letter ends.
  follow_id uuid not null references follows on delete cascade,
  made_at timestamptz not null,
  -- Null: told, given up, or being sent; a process that dies while it sends leaves it so, and nothing is sent twice.
  due_at timestamptz,
  told_at timestamptz,
  tries integer not null default 0,
  primary key (follower_id, artist_id, subject_id, about)
);
create index follow_notices_due on follow_notices (due_at) where due_at is not null;
create index follow_notices_done on follow_notices (made_at) where due_at is null;
create index follow_notices_of_follow on follow_notices (follow_id);
