-- The order under which the bank knows a payout's attempts, the same after a restore. Null: the payout's id, in those
-- of earlier versions.
alter table payouts add column order_id uuid;
-- The bank was asked under this attempt, so that it may know it from us.
alter table payouts add column order_asked boolean not null default false;
update payouts set order_asked = true where state = 'reserved';
create index if not exists payouts_of_order on payouts (order_id);

-- What a look at the bank since a restore has shown; null for a payment that needs none.
alter table payments add column restore_check text;
alter table payments add constraint payments_restore_check_check
  check (restore_check in ('wanted', 'same', 'changed', 'unknown')) not valid;
create index if not exists payments_restore_check on payments (restore_check) where restore_check is not null;
