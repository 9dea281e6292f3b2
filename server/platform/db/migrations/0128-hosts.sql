-- «Хозяин вечера»: a link for whoever gives a wedding or a party, without rights on the pad; gone once it is called back.
create table hosts (
  concert_id uuid primary key references concerts on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null,
  opened_at timestamptz,
  -- The artist has closed the lists: the host reads them and changes nothing.
  closed_at timestamptz
);
-- What the host wants to hear, in his order: songs that must be played, then those of a moment such as «Первый танец».
create table host_songs (
  concert_id uuid not null references concerts on delete cascade,
  id uuid not null,
  position integer not null,
  song_id uuid not null references songs on delete cascade,
  -- Null of a song that must be played.
  moment text,
  -- The dedication of a moment.
  words text not null default '',
  -- The word filter holds moment and words back until the artist opens them.
  held boolean not null default false,
  opened_at timestamptz,
  -- Its entry, once the queue has it.
  entry_id uuid references queue_entries on delete set null,
  -- The artist had not put it into the queue before.
  brought boolean not null default false,
  primary key (concert_id, id)
);
create index host_songs_entry on host_songs (entry_id) where entry_id is not null;
create index host_songs_song on host_songs (song_id);
