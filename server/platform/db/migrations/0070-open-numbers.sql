-- How long orders took from the press to the pad, by the day in Moscow: every process adds what it measured.
create table tap_times (
  day date not null,
  -- Milliseconds: so long at most, and longer than the bound before.
  up_to_ms integer not null,
  count bigint not null check (count > 0),
  primary key (day, up_to_ms)
);
-- What went back to listeners lately.
create index if not exists payments_returned on payments (closed_at) where state = 'returned';
