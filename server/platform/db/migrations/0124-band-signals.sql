-- Signals of the band: the last ones of a concert, for pads that were away for a moment.
create table band_signals (
  id uuid primary key,
  -- Within its concert, in the order in which they came.
  number bigint not null,
  concert_id uuid not null references concerts on delete cascade,
  given_at timestamptz not null,
  -- The name of the second pad; null for the artist.
  given_by text,
  words text not null
);
create index band_signals_of_concert on band_signals (concert_id, number desc);
-- The signals that an artist added to the usual ones, in their order.
create table own_signals (
  artist_id uuid primary key references artists on delete cascade,
  signals text[] not null
);
