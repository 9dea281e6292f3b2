-- The artist's own text of a song, with chords. An empty text is one that was taken away: pads learn of it as of any change.
create table song_texts (
  artist_id uuid not null references artists on delete cascade,
  song_id uuid not null references songs on delete cascade,
  text text not null,
  transpose smallint not null default 0,
  updated_at timestamptz not null,
  primary key (artist_id, song_id)
);
create index song_texts_by_change on song_texts (artist_id, updated_at, song_id);
