-- What the demo bank's till registered: with the page, with a capture, and the closing one of a prepayment.
create table sandbox_bank_receipts (
  id bigint generated always as identity primary key,
  payment_id text not null references sandbox_bank_payments,
  kind text not null check (kind in ('open', 'capture', 'closing')),
  receipt jsonb not null,
  at timestamptz not null
);
create unique index sandbox_bank_receipts_close_once on sandbox_bank_receipts (payment_id) where kind = 'closing';
