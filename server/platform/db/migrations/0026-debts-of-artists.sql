-- What an artist owes for lost disputes is kept beside its lines as liabilities are: each credit asks for it.
create or replace function ledger_keeps_balance() returns trigger language plpgsql as $$
declare
  change bigint := case when new.kind = 'liability' then -new.amount else new.amount end;
begin
  if new.kind <> 'liability' and new.account <> 'settlement_cash'
    and new.account not like 'artist_debt:%' then return null; end if;
  -- Not «on conflict»: the check would meet the bare change before the sum.
  loop
    update ledger_balances set amount = amount + change
      where account = new.account and layer = new.layer;
    if found then return null; end if;
    begin
      insert into ledger_balances (account, layer, kind, amount)
        values (new.account, new.layer, new.kind, change);
      return null;
    exception when unique_violation then
      -- Somebody was faster: add to his.
    end;
  end loop;
end $$;
alter table ledger_balances
  add constraint no_debt_below_zero check (account not like 'artist_debt:%' or amount >= 0) not valid;
