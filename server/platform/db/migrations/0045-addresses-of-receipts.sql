-- Where the payer wants the receipt (54-ФЗ): an e-mail or a telephone, erased 30 days after the payment ended.
alter table payments add column receipt_to text not null default '';
create index if not exists payments_receipt_to on payments (created_at) where receipt_to <> '';
