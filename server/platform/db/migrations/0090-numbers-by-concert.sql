-- What concerts measure each for itself: no single one decides the open numbers. `tap_times` is read no more.
create table concert_tap_times (
  concert_id uuid not null references concerts on delete cascade,
  -- Milliseconds: so long at most, and longer than the bound before.
  up_to_ms integer not null,
  count bigint not null check (count > 0),
  primary key (concert_id, up_to_ms)
);
-- From which networks songs were ordered at a concert, hashed, and no more than it takes to count.
create table concert_networks (
  concert_id uuid not null references concerts on delete cascade,
  network text not null,
  primary key (concert_id, network)
);
