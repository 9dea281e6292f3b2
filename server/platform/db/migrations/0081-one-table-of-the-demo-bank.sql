-- contract: since 0.2 the demo bank keeps documents of its own form in one table; it starts empty, as only demos have one.
drop table sandbox_bank_state, sandbox_bank_moves, sandbox_bank_operations, sandbox_bank_notices, sandbox_bank_faults,
  sandbox_bank_receipts, sandbox_bank_cancels, sandbox_bank_payouts, sandbox_bank_payments;

create table sandbox_documents (
  kind text not null,
  id text not null,
  -- Counts the changes: a process reads what others have changed since its last one.
  revision bigint not null,
  body text not null,
  primary key (kind, id)
);
create index if not exists sandbox_documents_newest on sandbox_documents (revision);
