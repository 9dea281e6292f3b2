-- A song that listeners collect money for stands outside the queue until its goal is reached.
alter table queue_entries drop constraint queue_entries_status_check;
alter table queue_entries add constraint queue_entries_status_check
  check (status in ('COLLECTING', 'SCHEDULED', 'QUEUED', 'NOW', 'PLAYED', 'SKIPPED')) not valid;
-- Kopecks that let it into the queue; null: it came by an order or by its artist's hand.
alter table queue_entries add column goal bigint;
alter table queue_entries add check (goal > 0 or goal is null and status <> 'COLLECTING') not valid;
drop index one_waiting_entry_a_song;
create unique index if not exists one_entry_a_song_ahead on queue_entries (concert_id, song_id)
  where status in ('COLLECTING', 'SCHEDULED', 'QUEUED');
drop index live_entries;
create index if not exists entries_ahead on queue_entries (concert_id)
  where status in ('COLLECTING', 'SCHEDULED', 'QUEUED', 'NOW');

-- A share supports a song: it is none of the orders that a person may have.
alter table orders add column share boolean not null default false;
-- A payment that becomes a share; kopecks of the goal, 0 where it only supports a song that waits.
alter table payments add column share_goal bigint check (share_goal >= 0);
