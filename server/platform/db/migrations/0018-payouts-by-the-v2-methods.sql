-- When the bank took a payout down, and when it was told to pay: it forgets a payout that it was not told
-- to pay in three minutes, and only one that was never told to be paid may be prepared anew unseen.
alter table payouts add column prepared_at timestamptz;
alter table payouts add column told_at timestamptz;

-- The demo bank says why a payout was rejected, and numbers what it keeps as the published protocol has
-- it: fifteen digits at most are exact in every client.
alter table sandbox_bank_payouts add column error_code text not null default '';
alter table sandbox_bank_payouts drop constraint sandbox_bank_payouts_id_check;
alter table sandbox_bank_payouts add check (id ~ '^[1-9][0-9]{9,19}$') not valid;
alter table sandbox_bank_payments drop constraint sandbox_bank_payments_id_check;
alter table sandbox_bank_payments add check (id ~ '^[1-9][0-9]{9,19}$') not valid;
create index if not exists sandbox_bank_payouts_of_order on sandbox_bank_payouts (order_id);
