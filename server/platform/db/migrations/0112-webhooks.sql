-- Addresses of artists' own programs, which are told what happens at their concerts.
create table webhooks (
  id uuid primary key,
  artist_id uuid not null references artists on delete cascade,
  url text not null,
  -- Signs what is sent, so it is kept readable.
  secret text not null,
  created_at timestamptz not null,
  -- Since when nothing was accepted; null while it answers.
  failing_since timestamptz,
  -- After a day of failures it ends itself.
  ended_at timestamptz
);
create index webhooks_of_artist on webhooks (artist_id);

-- The outbox: written in the transaction of what it tells.
create table webhook_events (
  id uuid primary key,
  seq bigint generated always as identity,
  webhook_id uuid not null references webhooks on delete cascade,
  -- The concert, else the webhook itself: within a line events go out one by one, in their order.
  line_id uuid not null,
  type text not null,
  body text not null,
  made_at timestamptz not null,
  -- Null once it is delivered or given up.
  due_at timestamptz,
  tries integer not null default 0,
  first_tried_at timestamptz,
  -- Of the last try.
  status integer,
  failure text
);
create index webhook_events_waiting on webhook_events (webhook_id, line_id, seq) where due_at is not null;
create index webhook_events_tried on webhook_events (webhook_id, seq) where first_tried_at is not null;
create index webhook_events_made on webhook_events (made_at);
