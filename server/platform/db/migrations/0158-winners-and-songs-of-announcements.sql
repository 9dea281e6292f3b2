-- The winner of a battle: no order comes before it where the artist leaves it first.
alter table queue_entries add column won boolean not null default false;
-- Announced with default rules that 0153 corrected later: open songs belong to one concert, and these have none.
update concerts c set rules = c.rules - 'songs'
  where c.status = 'SCHEDULED' and c.rules ->> 'songs' = 'open'
    and not exists (select from open_songs o where o.concert_id = c.id);
