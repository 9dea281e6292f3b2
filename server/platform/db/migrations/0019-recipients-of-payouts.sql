-- Who gets the money of a number («Иван Иванович И.»), as the bank last named him, and the name that the
-- artist said yes to: payouts go where both are one. Null where the bank has named nobody yet.
alter table artists add column payout_recipient text;
alter table artists add column payout_recipient_confirmed text;

-- What an undo of a change brings back.
alter table payout_number_changes add column recipient_before text;

-- Whom the artist had said yes to when the payout was set aside.
alter table payouts add column recipient text;
