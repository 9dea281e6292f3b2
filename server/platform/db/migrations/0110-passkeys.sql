-- Keys by which an artist enters, and proves that it is he: the public half of each.
create table passkeys (
  id uuid primary key,
  artist_id uuid not null references artists on delete cascade,
  -- Base64url, as browsers send it; so is the public key (COSE).
  credential_id text not null,
  public_key text not null,
  -- Of a key that counts its uses: a lower one comes of a copy of it.
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create unique index passkeys_credential on passkeys (credential_id);
create index passkeys_of_artist on passkeys (artist_id);

-- What a key has to sign: once, and soon.
create table passkey_challenges (
  challenge_hash text primary key,
  -- Null: a login, where nobody is known yet.
  artist_id uuid references artists on delete cascade,
  purpose text not null check (purpose in ('login', 'add', 'prove')),
  expires_at timestamptz not null
);
create index passkey_challenges_over on passkey_challenges (expires_at);

-- What enters in place of a lost key, each once.
create table recovery_codes (
  artist_id uuid not null references artists on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (artist_id, code_hash)
);

-- When a key, or a code in its place, last proved who holds this login.
alter table login_tokens add column proved_at timestamptz;

alter table email_codes drop constraint email_codes_purpose_check;
alter table email_codes add constraint email_codes_purpose_check
  check (purpose in ('signup', 'reset', 'email', 'passkey')) not valid;
