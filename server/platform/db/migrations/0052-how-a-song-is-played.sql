-- What an artist notes of a song for himself: its key as he writes it, the fret of the capo, beats a minute, how long it lasts, and words.
alter table repertoire
  add column music_key text not null default '',
  add column capo integer check (capo between 0 and 11),
  add column tempo integer check (tempo between 20 and 300),
  add column seconds integer check (seconds between 10 and 1800),
  add column notes text not null default '';
