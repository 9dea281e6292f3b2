-- What an artist sorts the songs of his repertoire by: «рок», «медляки», «для мам».
alter table repertoire add column tags text[] not null default '{}';
