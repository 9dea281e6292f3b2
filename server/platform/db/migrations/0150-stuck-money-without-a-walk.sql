-- What is refused or still owed is looked for every 15 seconds, without a walk through all that was ever paid.
create index if not exists payments_receipt_refused on payments (id) where receipt = 'refused';
create index if not exists ledger_balances_owed on ledger_balances (account) where kind = 'liability' and amount > 0;
