-- What listeners may do with a song of a repertoire: order it, wish for it, or not find it at all.
alter table repertoire add column state text not null default 'open'
  check (state in ('open', 'learning', 'closed'));
-- Concerts are found by songs that may be ordered, still from the index alone.
create index if not exists repertoire_of_song_state on repertoire (song_id, artist_id) include (state);
drop index repertoire_of_song;
