-- Roles of operators beside the administrator, and what they may do to an account and its concerts.
alter table artists drop constraint artists_role_check;
alter table artists add constraint artists_role_check
  check (role in ('ARTIST', 'SUPPORT', 'MODERATOR', 'CASHIER', 'ADMIN')) not valid;
alter table artists add column hidden_at timestamptz;
alter table artists add column blocked_at timestamptz;
alter table artists add column payouts_frozen_at timestamptz;

-- A hidden concert is a closed one: in no list, search, map or feed. What the artist wants himself is kept for later.
alter table concerts add column hidden_at timestamptz;
alter table concerts add column hidden_with_account boolean not null default false;
alter table concerts add column closed_by_artist boolean;

create function hidden_concerts_are_closed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and exists (
      select from artists a where a.id = new.artist_id and a.hidden_at is not null) then
    new.hidden_at := new.created_at;
    new.hidden_with_account := true;
    new.closed_by_artist := new.closed_session;
  elsif tg_op = 'UPDATE' then
    if new.hidden_at is not null and (old.hidden_at is null or not new.closed_session) then
      new.closed_by_artist := new.closed_session;
    elsif new.hidden_at is null and old.hidden_at is not null then
      new.closed_session := coalesce(new.closed_by_artist, false) or new.code_word is not null;
      new.closed_by_artist := null;
    end if;
  end if;
  if new.hidden_at is not null then new.closed_session := true; end if;
  return new;
end $$;
create trigger concerts_hidden_are_closed before insert or update of closed_session, hidden_at on concerts
  for each row execute function hidden_concerts_are_closed();

-- Photos that were taken off a page.
create table hidden_photos (
  artist_id uuid not null references artists on delete cascade,
  url text not null,
  hidden_at timestamptz not null,
  primary key (artist_id, url)
);

-- What operators and commands did: who, when, what, whom, why. Only added to.
create table deeds (
  id uuid primary key,
  at timestamptz not null,
  -- Null: a command of the shell.
  by_id uuid,
  by_name text not null,
  role text not null,
  kind text not null,
  -- The account that it is about; it may be gone.
  artist_id uuid,
  subject text not null,
  reason text not null,
  words text not null
);
create index if not exists deeds_of_artist on deeds (artist_id, id) where artist_id is not null;
create function deeds_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the log of deeds is only added to';
end $$;
create trigger deeds_stay before update or delete on deeds for each row execute function deeds_refuse_change();
create trigger deeds_all_stay before truncate on deeds for each statement execute function deeds_refuse_change();
