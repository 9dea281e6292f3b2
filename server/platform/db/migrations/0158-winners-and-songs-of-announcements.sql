-- The winner of a battle: no order comes before it where the artist leaves it first.
alter table queue_entries add column won boolean not null default false;
-- Announced with default rules that 0153 corrected later: open songs belong to one concert, and these have none. One whose
-- other rules are not his defaults has them by its artist's own choice.
update concerts c set rules = c.rules - 'songs', revision = revision + 1
  from default_rules d
  where d.artist_id = c.artist_id and c.rules - array['songs', 'lastCall'] = d.rules
    and c.status in ('SCHEDULED', 'NOW') and c.rules ->> 'songs' = 'open'
    and not exists (select from open_songs o where o.concert_id = c.id);
