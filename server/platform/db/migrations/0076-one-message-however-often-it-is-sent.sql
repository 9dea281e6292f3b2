-- Of what is being sent: the same at each try that may have arrived, so that whoever takes it keeps one.
-- With it due_at is the end of a lease, and told_at is written once the message was taken.
alter table follow_notices add column message_id uuid;
