-- The winner of a battle: no order comes before it where the artist leaves it first.
alter table queue_entries add column won boolean not null default false;
