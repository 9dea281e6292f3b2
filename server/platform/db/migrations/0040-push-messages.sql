-- Where the browser of a listener takes messages about one order. Deleted once the concert is over.
create table push_subscriptions (
  order_id uuid primary key references orders on delete cascade,
  endpoint text not null,
  p256dh text not null,
  auth text not null
);

-- What an order's listener was told or is to be told: each of the two at most once. They outlive the
-- subscription, so that whoever agrees again is told nothing twice.
create table push_messages (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders on delete cascade,
  about text not null check (about in ('next', 'playing')),
  made_at timestamptz not null,
  -- Null: told, given up, or being sent; a process that dies while it sends leaves it so, and nothing is sent twice.
  due_at timestamptz,
  tries integer not null default 0,
  unique (order_id, about)
);
create index push_messages_due on push_messages (due_at) where due_at is not null;
