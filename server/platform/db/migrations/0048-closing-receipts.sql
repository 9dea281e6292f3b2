-- How far the receipts of a payment are: made with its page, the closing one of a prepayment due, sent or refused.
alter table payments add column receipt text not null default 'none'
  check (receipt in ('none', 'made', 'closing', 'closed', 'refused'));
alter table bank_operations drop constraint bank_operations_kind_check;
alter table bank_operations add constraint bank_operations_kind_check
  check (kind in ('open', 'capture', 'give_back', 'close_link', 'close_receipt')) not valid;
