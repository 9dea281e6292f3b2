-- What people write to us --------------------------------------------------------------------

create table feedback_messages (
  -- Grows with time, so that it is the order too.
  id uuid primary key,
  message text not null check (message <> ''),
  created_at timestamptz not null
);

create table support_requests (
  id uuid primary key,
  name text not null,
  email text not null,
  topic text not null,
  message text not null,
  created_at timestamptz not null,
  -- Null while nobody has answered.
  done_at timestamptz,
  done_by uuid references artists on delete set null
);
create index support_requests_open on support_requests (id) where done_at is null;
