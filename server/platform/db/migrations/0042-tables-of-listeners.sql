-- Where a device sits in a concert, by the code on its table: the last one that it ordered with.
create table seats (
  concert_id uuid not null references concerts on delete cascade,
  device_id uuid not null,
  number integer not null check (number between 1 and 999),
  primary key (concert_id, device_id)
);
