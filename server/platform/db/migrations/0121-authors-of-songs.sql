-- The authors of a song, as the catalogue's file names them for the work that it is a recording of.
alter table songs add column work_id uuid;
alter table songs add column music_by text not null default '';
alter table songs add column words_by text not null default '';
create index if not exists songs_of_work on songs (work_id) where work_id is not null;

-- The same as an artist knows them; null: as the catalogue does.
alter table repertoire add column music_by text;
alter table repertoire add column words_by text;
