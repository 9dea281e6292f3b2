-- Artists and how they come in ---------------------------------------------------------------

create table artists (
  id uuid primary key,
  username text not null,
  -- Unique without regard to case.
  username_key text not null unique check (username_key = lower(username)),
  email text not null unique check (email = lower(email)),
  password_hash text not null,
  account_type text not null check (account_type in ('ARTIST', 'GROUP')),
  role text not null default 'ARTIST' check (role in ('ARTIST', 'ADMIN')),
  name text not null,
  image_urls text[] not null default '{}',
  short_description text not null default '',
  short_description_html text not null default '',
  description text not null default '',
  description_html text not null default '',
  socials jsonb not null default '[]',
  request_favorites_only boolean not null default false,
  phone_number text,
  sbp_number_id text,
  payment_description text not null default '',
  paid_songs_enabled boolean not null default false,
  min_song_rubles integer not null default 10 check (min_song_rubles >= 10),
  partner_id text,
  created_at timestamptz not null
);

create table login_tokens (
  -- SHA-256 of the token: the table alone lets nobody in.
  token_hash text primary key,
  artist_id uuid not null references artists on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index login_tokens_of_artist on login_tokens (artist_id);

create table email_codes (
  id uuid primary key,
  email text not null,
  purpose text not null check (purpose in ('signup', 'reset')),
  code_hash text not null,
  issued_at timestamptz not null,
  tries integer not null default 0,
  used_at timestamptz
);
create index email_codes_newest on email_codes (email, purpose, issued_at desc);

create table consents (
  id uuid primary key,
  email text not null,
  artist_id uuid references artists on delete cascade,
  document text not null check (document in ('privacy', 'notifications')),
  version text not null,
  given_at timestamptz not null
);
create index consents_of_email on consents (email);

-- Songs --------------------------------------------------------------------------------------

create table songs (
  id uuid primary key,
  title text not null,
  artist_name text not null,
  image_url text not null default '',
  source text not null,
  verified boolean not null,
  -- Folded title and artist: one song stands once.
  song_key text not null unique,
  order_count integer not null default 0,
  created_at timestamptz not null
);

-- Prefix search by any word; "C" makes a b-tree serve prefixes on every database.
create table song_words (
  word text collate "C" not null,
  song_id uuid not null references songs on delete cascade,
  primary key (word, song_id)
);
create index song_words_of_song on song_words (song_id);

create table repertoire (
  artist_id uuid not null references artists on delete cascade,
  song_id uuid not null references songs on delete cascade,
  added_at timestamptz not null,
  primary key (artist_id, song_id)
);
create index repertoire_of_song on repertoire (song_id);

-- Concerts -----------------------------------------------------------------------------------

create table concerts (
  id uuid primary key,
  artist_id uuid not null references artists on delete cascade,
  title text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  status text not null default 'SCHEDULED' check (status in ('SCHEDULED', 'NOW', 'PLAYED')),
  active boolean not null default false check (status = 'NOW' or not active),
  age integer not null default 18 check (age in (0, 14, 16, 18)),
  description text not null default '',
  ticket_link text not null default '',
  able_get_songs boolean not null default true,
  closed_session boolean not null default false,
  show_songs_on_poster boolean not null default true,
  auto_run boolean not null default false,
  place_name text not null,
  country text not null default '',
  city text not null default '',
  street text not null default '',
  house_number text not null default '',
  address text not null default '',
  place_description text not null default '',
  longitude double precision check (longitude between -180 and 180),
  latitude double precision check (latitude between -90 and 90),
  check ((longitude is null) = (latitude is null)),
  time_zone text not null,
  -- Grows with every change of the queue or the status.
  revision bigint not null default 0,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
create unique index one_concert_now on concerts (artist_id) where status = 'NOW';
create index concerts_of_artist on concerts (artist_id, starts_at, id);
create index concerts_ahead on concerts (starts_at, id) where status <> 'PLAYED';
create index concerts_by_city on concerts (city, starts_at, id);

create table queue_entries (
  id uuid primary key,
  concert_id uuid not null references concerts on delete cascade,
  song_id uuid not null references songs,
  status text not null check (status in ('SCHEDULED', 'QUEUED', 'NOW', 'PLAYED', 'SKIPPED')),
  -- 1, 2, 3 … among the waiting; nothing else has a place.
  position integer check (position > 0),
  created_at timestamptz not null,
  now_at timestamptz,
  closed_at timestamptz,
  check ((status in ('SCHEDULED', 'QUEUED')) = (position is not null)),
  check ((status in ('PLAYED', 'SKIPPED')) = (closed_at is not null)),
  constraint one_entry_a_place unique (concert_id, position) deferrable initially deferred
);
create unique index one_song_now on queue_entries (concert_id) where status = 'NOW';
create unique index one_waiting_entry_a_song on queue_entries (concert_id, song_id)
  where status in ('SCHEDULED', 'QUEUED');
create index live_entries on queue_entries (concert_id) where status in ('SCHEDULED', 'QUEUED', 'NOW');

create table orders (
  id uuid primary key,
  concert_id uuid not null references concerts on delete cascade,
  entry_id uuid not null references queue_entries on delete cascade,
  device_id uuid not null,
  kind text not null check (kind in ('free', 'paid')),
  created_at timestamptz not null
);
create index orders_of_entry on orders (entry_id);
create index orders_of_device on orders (concert_id, device_id);

create table going (
  concert_id uuid not null references concerts on delete cascade,
  device_id uuid not null,
  since timestamptz not null,
  primary key (concert_id, device_id)
);

-- Around them --------------------------------------------------------------------------------

create table idempotency_keys (
  call text not null,
  key text not null,
  body_hash text not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (call, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

create table feature_flags (
  name text not null,
  -- Null: for all artists.
  artist_id uuid references artists on delete cascade,
  enabled boolean not null,
  unique nulls not distinct (name, artist_id)
);

-- Letters of a demo or a development server, shown on its mailbox page.
create table mailbox_letters (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  sent_at timestamptz not null
);

-- Keys made on the first start and shared by every process on this database.
create table instance_secrets (
  name text primary key,
  value text not null
);
