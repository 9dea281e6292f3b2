-- The e-mail of an account from before a change that its owner may still undo by the link in a letter to it.
alter table artists add column email_before text;
alter table artists add column email_undo_hash text;
alter table artists add column email_held_until timestamptz;
-- Nothing is paid out before this moment: what proves the owner was changed.
alter table artists add column payouts_rest_until timestamptz;
create index if not exists artists_email_before on artists (email_before) where email_before is not null;
create unique index if not exists artists_email_undo on artists (email_undo_hash)
  where email_undo_hash is not null;

alter table email_codes drop constraint email_codes_purpose_check;
alter table email_codes add constraint email_codes_purpose_check
  check (purpose in ('signup', 'reset', 'email')) not valid;
