-- An account that its owner deletes: its page is hidden at once, and after fourteen days what is his is erased.
alter table artists add column closing_at timestamptz;
-- An operator may have hidden the page before.
alter table artists add column hidden_by_leaving boolean not null default false;
alter table artists add column erased_at timestamptz;
create index if not exists artists_closing on artists (closing_at) where closing_at is not null;

-- A copy of all that an account holds: the file is stored beside the photos and removed after a day.
create table data_copies (
  id uuid primary key,
  artist_id uuid not null references artists on delete cascade,
  asked_at timestamptz not null,
  -- Null: still being made.
  ready_at timestamptz,
  tries integer not null default 0
);
create unique index data_copies_of_artist on data_copies (artist_id);
