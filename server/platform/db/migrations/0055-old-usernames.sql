-- Every change of a nickname, under the key that was left. All rows of one key are of one artist: whoever takes the nickname later ends them.
create table old_usernames (
  username_key text not null,
  artist_id uuid not null references artists on delete cascade,
  left_at timestamptz not null,
  primary key (username_key, left_at)
);
create index old_usernames_by_artist on old_usernames (artist_id, left_at);
