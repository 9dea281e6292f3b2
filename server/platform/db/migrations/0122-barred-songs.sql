-- «Не играть»: songs that are closed for one evening.
create table barred_songs (
  concert_id uuid not null references concerts (id) on delete cascade,
  song_id uuid not null references songs (id) on delete cascade,
  primary key (concert_id, song_id)
);
create index barred_songs_song on barred_songs (song_id);
