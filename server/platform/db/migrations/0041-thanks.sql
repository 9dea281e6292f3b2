-- Who thanked in a concert: a listener for his song, once an order, or by a tip. The name and the words
-- stay where they were written, and are erased there.
create table thanks (
  id uuid primary key default gen_random_uuid(),
  concert_id uuid not null references concerts on delete cascade,
  order_id uuid unique references orders on delete cascade,
  payment_id uuid unique,
  thanked_at timestamptz not null,
  -- When the artist answered; a tip is thanked for by its own page.
  answered_at timestamptz,
  check ((order_id is null) <> (payment_id is null))
);
create index thanks_of_concert on thanks (concert_id, thanked_at);
