-- A town is followed without a song too: whoever lives there is told of every concert that is announced in it.
alter table follows drop constraint follows_check;
alter table follows drop constraint follows_check1;
alter table follows add constraint follows_of_one_subject
  check (case when artist_id is null then town is not null else song_id is null and town is null end) not valid;
create unique index if not exists one_follow_of_town on follows (follower_id, town) where town is not null and song_id is null;
