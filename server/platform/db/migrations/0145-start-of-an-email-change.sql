-- When the e-mail was changed, of several changes in a row the first: what was set since is undone with it.
alter table artists add column email_changed_at timestamptz;
