-- Wrong words given for a closed evening since its word was set.
alter table concerts add column wrong_words integer not null default 0;
