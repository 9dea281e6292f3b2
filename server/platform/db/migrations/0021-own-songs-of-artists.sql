-- Songs that the artist adds by himself on the pad, with his own note of them. `in_cash` is no money of ours.
alter table queue_entries
  add column own boolean not null default false,
  add column for_whom text not null default '',
  add column in_cash boolean not null default false;
