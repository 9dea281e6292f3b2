-- How many times its time or place was moved since it was published: a feed tells of each.
alter table concerts add column moves integer not null default 0;
