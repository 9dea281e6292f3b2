-- The artist noted something of his own song: it stays in the report when the name in its note is erased.
alter table queue_entries add column noted boolean not null default false;
update queue_entries set noted = true where for_whom <> '' or in_cash;
create index if not exists queue_entries_with_names on queue_entries (concert_id) where for_whom <> '';
