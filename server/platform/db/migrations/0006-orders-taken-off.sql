-- The listener took it off himself: nobody skipped it.
alter table orders add column taken_off boolean not null default false
  check (dropped_at is not null or not taken_off);
-- Its song stood in the concert already, and stays there without it.
alter table orders add column joined boolean not null default false;
update orders o set joined = true from queue_entries e
  where e.id = o.entry_id and e.created_at < o.created_at;

create index payments_of_device on payments (concert_id, device_id) where concert_id is not null;
