-- A battle whose votes are shares: those of the losing songs go back.
alter table battles add column paid boolean not null default false;
-- Null of a song that money is collected for: the battle in which it is voted for decides.
alter table queue_entries drop constraint queue_entries_check;
alter table queue_entries add constraint queue_entries_goal_check check (goal > 0) not valid;
-- The battle in which an order, or the payment that becomes one, is a vote.
alter table orders add column battle_id uuid;
create index if not exists orders_of_battle on orders (battle_id) where battle_id is not null;
alter table payments add column battle_id uuid;
