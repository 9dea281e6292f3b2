-- What anybody complains of, with the page by its link, until an operator settles it.
create table complaints (
  id uuid primary key,
  kind text not null check (kind in ('page', 'photo', 'concert', 'text')),
  artist_id uuid not null references artists on delete cascade,
  concert_id uuid,
  -- As it was shown when the complaint came.
  about text not null,
  link text not null,
  photo text,
  reason text not null check (reason in ('obscene', 'identity', 'money', 'advert', 'other')),
  words text not null,
  email text not null,
  -- Null after 90 days.
  device_id uuid,
  created_at timestamptz not null,
  done_at timestamptz,
  done_by uuid references artists on delete set null
);
create index if not exists complaints_of_device on complaints (device_id, created_at) where device_id is not null;
create index if not exists complaints_open on complaints (id) where done_at is null;
create index if not exists complaints_of_artist on complaints (artist_id, id);
