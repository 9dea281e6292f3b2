-- What the owner of an account sees of each login: with what, from where, and when it was last used.
alter table login_tokens add column id uuid not null default gen_random_uuid();
alter table login_tokens add column device text not null default '';
alter table login_tokens add column place text not null default '';
alter table login_tokens add column seen_at timestamptz;
alter table artists add column password_changed_at timestamptz;
