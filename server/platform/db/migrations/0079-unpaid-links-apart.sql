-- All that is known of it is a page that nobody has paid: such are looked at within a budget, after everything else
-- that is due. False for what is in hand, and where the bank has sent word.
alter table payments add column unpaid_link boolean not null default false;
create index if not exists payments_due_by_kind on payments (unpaid_link, due_at) where due_at is not null;
drop index payments_due;

-- The payer's network as a keyed hash, kept while the payment is unpaid: how many of one network are counted.
alter table payments add column payer_network text;
create index if not exists payments_unpaid_of_network on payments (payer_network) where state in ('created', 'awaiting');
create index if not exists payments_unpaid_of_artist on payments (artist_id) where state in ('created', 'awaiting');
