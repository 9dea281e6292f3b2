-- Where somebody who follows is told: an e-mail address, or what a browser takes push messages at. Gone with the last of what it follows.
create table followers (
  id uuid primary key,
  email text unique,
  endpoint text unique,
  p256dh text,
  auth text,
  check (num_nonnulls(email, endpoint) = 1),
  check (num_nonnulls(endpoint, p256dh, auth) in (0, 3)),
  -- Of the device; null where it did not say.
  time_zone text,
  -- The browser of a push subscription, which may subscribe anew.
  device_id uuid,
  since timestamptz not null
);
create index followers_of_device on followers (device_id) where device_id is not null;

-- An artist, or a song in a town.
create table follows (
  id uuid primary key,
  follower_id uuid not null references followers on delete cascade,
  artist_id uuid references artists on delete cascade,
  song_id uuid references songs on delete cascade,
  -- «Казань, Республика Татарстан», as the table of towns has it.
  town text,
  check (num_nonnulls(artist_id, song_id) = 1),
  check ((song_id is null) = (town is null)),
  -- That asked for it, or opened the confirming link.
  device_id uuid,
  asked_at timestamptz not null,
  -- Null: the letter was not answered, and nothing is told.
  confirmed_at timestamptz
);
create unique index one_follow_of_artist on follows (follower_id, artist_id) where artist_id is not null;
create unique index one_follow_of_song on follows (follower_id, song_id, town) where song_id is not null;
create index follows_of_artist on follows (artist_id, id);
create index follows_in_town on follows (town, id) where town is not null;
create index follows_of_song on follows (song_id, town, id) where song_id is not null;
create index follows_of_device on follows (device_id) where device_id is not null;
create index follows_unconfirmed on follows (asked_at) where confirmed_at is null;
