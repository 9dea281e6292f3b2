-- «Хочу услышать» a song in a town where nobody plays it, once a device.
create table town_wishes (
  town text not null,
  song_id uuid not null references songs on delete cascade,
  device_id uuid not null,
  wished_at timestamptz not null,
  primary key (town, song_id, device_id)
);
create index town_wishes_of_song on town_wishes (song_id);
create index town_wishes_of_device on town_wishes (device_id);
create index town_wishes_by_age on town_wishes (wished_at);

-- How many devices there are behind a song in a town: artists read no other.
create table town_wish_counts (
  town text not null,
  song_id uuid not null references songs on delete cascade,
  persons integer not null check (persons >= 0),
  primary key (town, song_id)
);
create index town_wish_counts_all on town_wish_counts (persons, town, song_id) where persons >= 3;
create index town_wish_counts_of_town on town_wish_counts (town, persons, song_id) where persons >= 3;
create index town_wish_counts_of_song on town_wish_counts (song_id, persons, town);
