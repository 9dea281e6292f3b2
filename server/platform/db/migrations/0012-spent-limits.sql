-- How much of a limit is spent, where the processes count together and no Redis does it for them. Unlogged: what
-- a crash of the server forgets is a few minutes of somebody's guesses, and nobody waits for a disk.
create unlogged table spent_limits (
  -- A digest: no name and no address stands here.
  key text primary key,
  spent integer not null,
  until timestamptz not null
);
