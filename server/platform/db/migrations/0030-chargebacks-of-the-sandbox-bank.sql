-- A payer's complaint about a card payment: the bank took its money back, or gave it back after the dispute was won.
alter table sandbox_bank_payments
  add column dispute text not null default '' check (dispute in ('', 'taken', 'won'));
alter table sandbox_bank_operations drop constraint sandbox_bank_operations_kind_check;
alter table sandbox_bank_operations add constraint sandbox_bank_operations_kind_check check (
  kind in ('Debit', 'Credit', 'Chargeback', 'Chargeback_Reversal', 'Chargeback_Fee')) not valid;
