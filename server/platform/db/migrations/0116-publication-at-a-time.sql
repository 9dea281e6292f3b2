-- A concert that is announced later: until then it is in no list, as a hidden one is, and found by nobody but its artist.
alter table concerts add column publish_at timestamptz;
create index if not exists concerts_to_publish on concerts (publish_at) where publish_at is not null;

-- What begins is announced. What the artist wants himself is kept for when it is shown.
create or replace function hidden_concerts_are_closed() returns trigger language plpgsql as $$
declare
  was_held boolean := false;
  is_held boolean;
begin
  if new.status <> 'SCHEDULED' then new.publish_at := null; end if;
  if tg_op = 'INSERT' and exists (
      select from artists a where a.id = new.artist_id and a.hidden_at is not null) then
    new.hidden_at := new.created_at;
    new.hidden_with_account := true;
  end if;
  is_held := new.hidden_at is not null or new.publish_at is not null;
  if tg_op = 'UPDATE' then was_held := old.hidden_at is not null or old.publish_at is not null; end if;
  if is_held and (not was_held or not new.closed_session) then
    new.closed_by_artist := new.closed_session;
  elsif was_held and not is_held then
    new.closed_session := coalesce(new.closed_by_artist, false) or new.code_word is not null;
    new.closed_by_artist := null;
  end if;
  if is_held then new.closed_session := true; end if;
  return new;
end $$;
drop trigger concerts_hidden_are_closed on concerts;
create trigger concerts_hidden_are_closed
  before insert or update of closed_session, hidden_at, publish_at, status on concerts
  for each row execute function hidden_concerts_are_closed();
