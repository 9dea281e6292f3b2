-- How much the artist got in cash for a song that he added himself, in kopecks; 0 where he did not say.
alter table queue_entries add column cash integer not null default 0;
