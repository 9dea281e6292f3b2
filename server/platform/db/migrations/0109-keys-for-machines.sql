-- Keys by which buttons and programs act for an artist in whatever concert of his runs; a row is gone once it is ended.
create table machine_keys (
  id uuid primary key,
  artist_id uuid not null references artists on delete cascade,
  token_hash text not null unique,
  name text not null,
  rights text[] not null check (cardinality(rights) > 0 and rights <@ array['watch', 'play', 'orders', 'tips']),
  created_at timestamptz not null,
  used_at timestamptz
);
create index machine_keys_of_artist on machine_keys (artist_id);
