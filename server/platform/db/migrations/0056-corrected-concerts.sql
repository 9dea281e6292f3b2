-- How many times an announced concert was corrected, and where and when it was to be at first (null: as it is).
alter table concerts
  add column corrections integer not null default 0,
  add column start_was timestamptz,
  add column venue_was text;

alter table push_messages drop constraint push_messages_about_check;
alter table push_messages add constraint push_messages_about_check
  check (about in ('next', 'playing', 'moved')) not valid;
