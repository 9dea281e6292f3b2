-- Who gets which part of what an artist earns, [{"name", "part"}] in the artist's order: today, and of each concert.
create table band_members (
  artist_id uuid primary key references artists on delete cascade,
  members jsonb not null
);
-- It outlives its concert, as the money does.
create table concert_members (
  concert_id uuid primary key,
  artist_id uuid not null references artists on delete cascade,
  members jsonb not null
);
create index if not exists concert_members_by_artist on concert_members (artist_id);

-- By whichever hand a concert begins, it keeps the members of that moment.
create function keep_members() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.started_at is not null then return null; end if;
  end if;
  insert into concert_members (concert_id, artist_id, members)
    select new.id, new.artist_id, members from band_members where artist_id = new.artist_id
    on conflict do nothing;
  return null;
end $$;
create trigger keep_members after insert or update of started_at on concerts
  for each row when (new.started_at is not null) execute function keep_members();
