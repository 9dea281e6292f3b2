-- The name that the giver of a tip lets the hall read, until it is erased as the words of the tip.
create table tip_names (
  payment_id uuid primary key references payments on delete cascade,
  artist_id uuid not null references artists on delete cascade,
  name text not null,
  -- The sum may be read too.
  with_sum boolean not null,
  -- The word filter holds it back.
  held boolean not null,
  -- An operator hid it.
  hidden_at timestamptz
);
create index tip_names_of_artist on tip_names (artist_id);

-- «Что звучало» on the page of a concert that is over.
alter table concerts add column show_played boolean not null default true;
