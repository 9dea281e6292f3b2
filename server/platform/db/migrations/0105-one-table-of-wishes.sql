-- «Хочу услышать», once a device: a song that an artist is learning, or one that nobody plays in a town. In place of
-- song_wishes and town_wishes.
create table wishes (
  song_id uuid not null references songs on delete cascade,
  artist_id uuid references artists on delete cascade,
  town text,
  check (num_nonnulls(artist_id, town) = 1),
  device_id uuid not null,
  wished_at timestamptz not null,
  -- False: this network has been counted for the song that day.
  counted boolean not null default true
);
create unique index one_wish_of_artist on wishes (artist_id, song_id, device_id) where artist_id is not null;
create unique index one_wish_of_town on wishes (town, song_id, device_id) where town is not null;
create index wishes_of_song on wishes (song_id);
create index wishes_of_device on wishes (device_id);
create index wishes_by_age on wishes (wished_at);

-- The version before writes its own tables while both run. A wish that this version has is not counted again.
create function song_wishes_are_wishes() returns trigger language plpgsql as $$ begin
  insert into wishes (song_id, artist_id, device_id, wished_at)
    values (new.song_id, new.artist_id, new.device_id, new.wished_at) on conflict do nothing;
  return new;
end $$;
create trigger song_wishes_are_wishes before insert on song_wishes
  for each row execute function song_wishes_are_wishes();
create function town_wishes_are_wishes() returns trigger language plpgsql as $$ begin
  if tg_op = 'DELETE' then
    delete from wishes where town = old.town and song_id = old.song_id and device_id = old.device_id;
    return old;
  end if;
  insert into wishes (song_id, town, device_id, wished_at)
    values (new.song_id, new.town, new.device_id, new.wished_at) on conflict do nothing;
  if found then return new; end if;
  return null;
end $$;
create trigger town_wishes_are_wishes before insert or delete on town_wishes
  for each row execute function town_wishes_are_wishes();

insert into wishes (song_id, artist_id, device_id, wished_at)
  select song_id, artist_id, device_id, wished_at from song_wishes;
insert into wishes (song_id, town, device_id, wished_at)
  select song_id, town, device_id, wished_at from town_wishes;
