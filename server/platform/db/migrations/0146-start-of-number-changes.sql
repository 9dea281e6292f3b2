-- When the number was changed, of several changes in a row the first.
alter table payout_number_changes add column began_at timestamptz not null default now();
update payout_number_changes set began_at = changed_at;
