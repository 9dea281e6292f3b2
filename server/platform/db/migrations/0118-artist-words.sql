-- What an artist says to his followers.
create table artist_words (
  id uuid primary key,
  artist_id uuid not null references artists on delete cascade,
  text text not null,
  concert_id uuid references concerts on delete set null,
  made_at timestamptz not null
);
create index artist_words_of_artist on artist_words (artist_id, made_at);
create index artist_words_of_concert on artist_words (concert_id) where concert_id is not null;

alter table follow_news add column word_id uuid references artist_words on delete cascade;
alter table follow_news drop constraint follow_news_check;
alter table follow_news add constraint follow_news_check
  check (num_nonnulls(concert_id, song_id, gone_id, word_id) = 1) not valid;
alter table follow_news drop constraint follow_news_about_check;
alter table follow_news add constraint follow_news_about_check
  check (about in ('new', 'moved', 'today', 'cancelled', 'word', 'learning', 'open')) not valid;
create unique index if not exists one_news_of_word on follow_news (word_id) where word_id is not null;

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('next', 'playing', 'corrected', 'new', 'moved', 'today', 'cancelled', 'word', 'learning', 'open')) not valid;
