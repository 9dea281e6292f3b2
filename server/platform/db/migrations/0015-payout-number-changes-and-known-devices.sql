-- Every change of a number for payouts that its letter can undo.
create table payout_number_changes (
  id uuid primary key,
  artist_id uuid not null references artists (id) on delete cascade,
  -- SHA-256 of the token in the letter's link.
  undo_hash text not null unique,
  -- What the link brings back: of several changes in a row, the number before the first of them.
  phone_before text,
  sbp_bank_before text,
  checked_at_before timestamptz,
  phone text,
  sbp_bank_id text,
  changed_at timestamptz not null,
  -- Nothing is paid to the new number until then.
  held_until timestamptz not null,
  undone_at timestamptz
);

create index if not exists payout_number_changes_of_artist
  on payout_number_changes (artist_id, held_until);

-- The browsers that an artist has logged in with, by their signed cookies; hashed with the secret of
-- this installation, so that no order of a listener leads to an artist.
create table known_devices (
  artist_id uuid not null references artists (id) on delete cascade,
  device_hash text not null,
  seen_at timestamptz not null,
  primary key (artist_id, device_hash)
);
