-- The consent to the processing of personal data is a document of its own; its edition (YYYY-MM-DD) that the owner agreed
-- to last. Null: to none yet.
alter table artists add column consent_edition text;
alter table consents drop constraint consents_document_check;
alter table consents add constraint consents_document_check
  check (document in ('privacy', 'notifications', 'consent')) not valid;
