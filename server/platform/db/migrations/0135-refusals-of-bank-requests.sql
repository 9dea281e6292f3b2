-- The bank does nothing for a request whose id it has refused: the next one needs another id, and one whose answer was lost the same.
alter table bank_operations add column if not exists refusals integer not null default 0;
