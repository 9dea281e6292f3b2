-- Of what is being sent: the same at each try that may have arrived, so that whoever takes it keeps one.
-- With it due_at is the end of a lease, and told_at is written once the message was taken.
alter table follow_notices add column message_id uuid;

-- A notice goes with its follow, and that with its follower: to look both up once more, and the one artist for each
-- of his followers, took half of the time in which notices are made. Of an artist who is gone nothing is told.
alter table follow_notices drop constraint follow_notices_follower_id_fkey,
  drop constraint follow_notices_artist_id_fkey;
