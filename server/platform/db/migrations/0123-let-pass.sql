-- «Пропустить вперёд»: the entry that the listener of this order has let pass, once an evening.
alter table orders add column let_pass uuid, add column let_pass_at timestamptz;
