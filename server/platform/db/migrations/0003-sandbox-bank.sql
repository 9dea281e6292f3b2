-- The demo bank: a bank of its own that happens to live in the same database. Nothing here refers to
-- our tables and nothing of ours refers to these.

create table sandbox_bank_state (
  only_row boolean primary key default true check (only_row),
  -- The merchant's account, kopecks.
  balance bigint not null check (balance >= 0),
  -- How far the operator has moved the bank's clock forward.
  clock_offset_ms bigint not null default 0 check (clock_offset_ms >= 0)
);
insert into sandbox_bank_state (balance) values (100000000);

create table sandbox_bank_payments (
  id text primary key check (id ~ '^[1-9][0-9]{19}$'),
  -- The last piece of the address of the payer's page.
  link text not null unique,
  order_id text not null unique,
  amount bigint not null check (amount > 0),
  -- O: charge at once; T: hold first.
  pay_type text not null check (pay_type in ('O', 'T')),
  description text not null,
  success_url text not null,
  fail_url text not null,
  notification_url text not null,
  status text not null,
  source text check (source in ('cards', 'qrsbp')),
  -- Masked: no number of a card is kept.
  pan text not null default '',
  code_tries integer not null default 0,
  error_code text not null default '0',
  captured bigint not null default 0 check (captured between 0 and amount),
  refunded bigint not null default 0 check (refunded >= 0),
  -- Asked back and not there yet.
  refunding bigint not null default 0 check (refunding >= 0),
  stuck boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When time alone changes it: the link, the hold or the refund is over.
  due_at timestamptz,
  check (refunded + refunding <= captured)
);
create index sandbox_bank_payments_due on sandbox_bank_payments (due_at) where due_at is not null;
create index sandbox_bank_payments_newest on sandbox_bank_payments (created_at desc);

-- Cancels that a repeat with the same key gets the same answer to.
create table sandbox_bank_cancels (
  payment_id text not null references sandbox_bank_payments,
  key text not null,
  original_amount bigint not null,
  new_amount bigint not null,
  primary key (payment_id, key)
);

create table sandbox_bank_payouts (
  id text primary key check (id ~ '^[1-9][0-9]{19}$'),
  -- Once for each question, so not unique: a question moves no money.
  order_id text not null,
  amount bigint not null check (amount > 0),
  phone text not null,
  member_id text not null,
  status text not null,
  -- Will be rejected when it is due.
  doomed boolean not null default false,
  stuck boolean not null default false,
  created_at timestamptz not null,
  due_at timestamptz,
  closed_at timestamptz
);
create index sandbox_bank_payouts_due on sandbox_bank_payouts (due_at) where due_at is not null;
create index sandbox_bank_payouts_of_phone on sandbox_bank_payouts (phone, closed_at desc);

-- Every kopeck that moved, from one account of the bank to another.
create table sandbox_bank_moves (
  id bigint generated always as identity primary key,
  cause text not null,
  from_account text not null,
  to_account text not null check (to_account <> from_account),
  amount bigint not null check (amount > 0),
  payment_id text references sandbox_bank_payments,
  payout_id text references sandbox_bank_payouts,
  at timestamptz not null
);

-- The lines of the daily registry.
create table sandbox_bank_operations (
  id uuid primary key,
  payment_id text not null references sandbox_bank_payments,
  kind text not null check (kind in ('Debit', 'Credit')),
  -- Kopecks; below zero for money given back.
  gross bigint not null,
  fee bigint not null,
  rrn text not null,
  -- YYYY-MM-DD in Moscow.
  day text not null,
  at timestamptz not null,
  settled_at timestamptz
);
create index sandbox_bank_operations_of_day on sandbox_bank_operations (day, at);
create index sandbox_bank_operations_unsettled on sandbox_bank_operations (day)
  where settled_at is null;

create table sandbox_bank_notices (
  id bigint generated always as identity primary key,
  payment_id text not null references sandbox_bank_payments,
  status text not null,
  url text not null,
  body text not null,
  -- Null: nothing more will be tried.
  due_at timestamptz,
  -- Waits until the next notice of this payment has overtaken it.
  held_back boolean not null default false,
  tries integer not null default 0,
  -- What is wrong with it on purpose.
  fault text not null default '',
  answer text not null default '',
  created_at timestamptz not null,
  delivered_at timestamptz
);
create index sandbox_bank_notices_due on sandbox_bank_notices (due_at) where due_at is not null;
create index sandbox_bank_notices_of_payment on sandbox_bank_notices (payment_id, id);

create table sandbox_bank_faults (
  id bigint generated always as identity primary key,
  kind text not null,
  method text,
  -- An order id of the merchant's; null is everybody.
  reference text,
  -- Null: until cleared.
  times_left integer,
  detail text not null default '',
  set_at timestamptz not null
);
