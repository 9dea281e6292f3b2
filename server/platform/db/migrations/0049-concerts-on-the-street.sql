-- A concert on the street has no planned end: when its artist gave the last command. Null: a planned concert.
alter table concerts add column commanded_at timestamptz;
