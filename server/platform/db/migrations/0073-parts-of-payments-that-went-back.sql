-- Kopecks that the bank gave back unasked: of a hold and of a charge before it was credited, which `amount`
-- has no more, and of what was credited already, which is a loss.
alter table payments
  add column let_go bigint not null default 0 check (let_go >= 0),
  add column given_back bigint not null default 0 check (given_back >= 0),
  add column lost bigint not null default 0 check (lost between 0 and amount);
-- Both words for a part were one.
update payments set bank_state = case when funds = 'hold' then 'part_held' else 'part_refunded' end
  where bank_state = 'odd';
