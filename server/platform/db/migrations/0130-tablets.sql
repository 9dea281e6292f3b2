-- Tablets in the hall that order for a table; each belongs to one concert, and a row is gone once it is ended.
create table tablets (
  id uuid primary key,
  concert_id uuid not null references concerts on delete cascade,
  token_hash text not null unique,
  table_number integer not null check (table_number between 1 and 999),
  paired_at timestamptz not null
);
create index tablets_of_concert on tablets (concert_id);
-- The last code that pairs a tablet with a concert, hashed under a secret.
create table tablet_codes (
  concert_id uuid primary key references concerts on delete cascade,
  code_hash text not null,
  valid_until timestamptz not null
);
