-- «Хочу услышать»: who waits for a song that an artist is learning.
create table song_wishes (
  artist_id uuid not null references artists on delete cascade,
  song_id uuid not null references songs on delete cascade,
  device_id uuid not null,
  wished_at timestamptz not null,
  primary key (artist_id, song_id, device_id)
);
