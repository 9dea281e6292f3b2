-- How a song was played until its title was corrected: a queue that has it still shows this beside its text.
alter table past_song_notes add column music_key text, add column capo integer, add column tempo integer;
