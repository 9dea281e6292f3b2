-- One concert is followed too: who follows it, or goes there and follows its artist, is reminded of it.
alter table follows add column concert_id uuid references concerts on delete cascade;
alter table follows drop constraint follows_of_one_subject;
alter table follows add constraint follows_of_one_subject
  check (case when concert_id is not null then num_nonnulls(artist_id, song_id, town) = 0
    when artist_id is null then town is not null else song_id is null and town is null end) not valid;
create unique index if not exists one_follow_of_concert on follows (follower_id, concert_id) where concert_id is not null;
create index if not exists follows_of_concert on follows (concert_id, id) where concert_id is not null;

alter table follow_news drop constraint follow_news_about_check;
alter table follow_news add constraint follow_news_about_check
  check (about in ('new', 'moved', 'tomorrow', 'today', 'soon', 'cancelled', 'word', 'learning', 'open')) not valid;
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('next', 'playing', 'corrected', 'new', 'moved', 'tomorrow', 'today', 'soon', 'cancelled', 'word', 'learning', 'open')) not valid;
