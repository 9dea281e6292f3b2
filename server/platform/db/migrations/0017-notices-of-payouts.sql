-- A notice of a payout names the payout; one of a payment names the payment.
alter table bank_notices add column payout_id uuid;

-- Forged ones are forgotten sooner than the bank's own: this finds the few old ones among many.
create index if not exists bank_notices_forged on bank_notices (received_at) where not verified;

-- The demo bank tells of payouts too.
alter table sandbox_bank_notices alter column payment_id drop not null;
alter table sandbox_bank_notices add column payout_id text references sandbox_bank_payouts;
alter table sandbox_bank_notices add constraint notice_of_one
  check (num_nonnulls(payment_id, payout_id) = 1) not valid;
