-- The lines of disputes are few among all, and each payout asks for those of its artist.
create index if not exists ledger_lines_disputed on ledger_lines (account)
  where account like 'disputed:%';
