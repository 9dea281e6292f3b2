-- The artist wants letters about his payouts; when he said so stands in consents.
alter table artists add column payout_letters boolean not null default false;
-- Logins of before 0156, which some key may have opened: they end with any.
update login_tokens set opened_by = '00000000-0000-0000-0000-000000000000'
  where opened_by is null and proved_at is not null;
