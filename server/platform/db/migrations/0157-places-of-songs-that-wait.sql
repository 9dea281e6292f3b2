-- 0136 dropped this check by a wrong name, and not the one of 0038, which a goal of null had always passed.
alter table queue_entries drop constraint queue_entries_check2;
alter table queue_entries add constraint queue_entries_place_check
  check ((status in ('SCHEDULED', 'QUEUED')) = (position is not null)) not valid;
