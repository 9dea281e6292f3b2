-- What listeners write with their orders; a row only where they wrote anything. Before it is paid for, an
-- order is its payment, so `order_id` refers to no table. The texts are erased after the concert and the
-- rows stay, so that its report still knows how many wrote.
create table order_words (
  order_id uuid primary key,
  concert_id uuid not null references concerts on delete cascade,
  name text not null,
  words text not null,
  -- The word filter knew something in it.
  held boolean not null,
  -- When the artist opened what was held back.
  opened_at timestamptz
);
create index order_words_of_concert on order_words (concert_id);
create index order_words_kept on order_words (concert_id) where name <> '' or words <> '';

-- The devices whose orders the artist of a concert takes no more.
create table muted_devices (
  concert_id uuid not null references concerts on delete cascade,
  device_id uuid not null,
  primary key (concert_id, device_id)
);
