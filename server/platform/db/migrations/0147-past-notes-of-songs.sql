-- Whose a song was and how long, as noted when it left a repertoire: the lists of what was performed still say so.
create table past_song_notes (
  artist_id uuid not null references artists on delete cascade,
  song_id uuid not null references songs on delete cascade,
  music_by text,
  words_by text,
  seconds integer,
  primary key (artist_id, song_id)
);
