-- The state that a song had before an operator hid it, to which it returns. Of those hidden so far it is not known.
alter table repertoire add column state_was text;
update repertoire set state_was = 'open' where hidden_at is not null;
