-- A photo is written down before its files are put away and forgotten after they are gone, so that
-- files which a crash left behind can always be found by their row.
create table photos (
  id text primary key,
  artist_id uuid not null references artists,
  state text not null check (state in ('LOADING', 'KEPT', 'REMOVED')),
  bytes integer not null,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index photos_by_artist on photos (artist_id);
create index photos_unfinished on photos (changed_at) where state <> 'KEPT';
