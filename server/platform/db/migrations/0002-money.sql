-- Payments -----------------------------------------------------------------------------------

alter table artists add column number_checked_at timestamptz;

-- Money outlives what it was paid for: no foreign keys to concerts, songs or orders, and the words
-- that a statement needs are kept beside it.
create table payments (
  id uuid primary key,
  kind text not null check (kind in ('song', 'tip', 'check')),
  artist_id uuid not null references artists,
  amount bigint not null check (amount > 0),
  commission_bps integer not null check (commission_bps between 0 and 10000),
  state text not null check (state in (
    'created', 'awaiting', 'secured', 'releasing', 'released',
    'returning', 'returned', 'failed', 'expired', 'canceled')),
  funds text not null check (funds in ('none', 'hold', 'charged')),
  reason text,
  attention text,
  attention_since timestamptz,
  method text check (method in ('card', 'sbp', 'other')),
  -- What was asked of the bank.
  mode text not null check (mode in ('hold', 'charge')),
  attempt integer not null default 1,
  bank_payment_id text unique,
  bank_state text,
  link text,
  expires_at timestamptz not null,
  hold_until timestamptz,
  guarded boolean not null default false,
  release_at timestamptz,
  -- A song: where and by whom it was ordered.
  concert_id uuid,
  concert_title text not null default '',
  song_id uuid,
  song_title text not null default '',
  song_artist text not null default '',
  device_id uuid,
  -- A tip: the listener's words.
  message text not null default '',
  -- A check: the number that is being proved.
  phone text,
  sbp_bank_id text,
  created_at timestamptz not null,
  secured_at timestamptz,
  closed_at timestamptz,
  -- When a worker has to attend to it next; who holds the lease does so alone.
  due_at timestamptz,
  leased_until timestamptz,
  quiet_looks integer not null default 0,
  looked_at timestamptz,
  check (kind <> 'song' or (concert_id is not null and song_id is not null)),
  check (kind <> 'check' or (phone is not null and sbp_bank_id is not null)),
  check ((state in ('secured', 'releasing')) <= (funds <> 'none'))
);
create index payments_due on payments (due_at) where due_at is not null;
create index payments_of_concert on payments (concert_id) where concert_id is not null;
create index payments_of_artist on payments (artist_id, created_at desc, id desc);
create index payments_unpaid_of_device on payments (device_id)
  where state in ('created', 'awaiting');
create index payments_attention on payments (attention_since) where attention is not null;
create index payments_in_hand on payments (state, created_at)
  where state in ('secured', 'releasing', 'returning');

-- Every question to the bank, written down before it is asked.
create table bank_operations (
  id uuid primary key,
  payment_id uuid not null references payments,
  kind text not null check (kind in ('open', 'capture', 'give_back', 'close_link')),
  -- sent: asked, and the answer is not known; done, declined, withdrawn: over.
  state text not null check (state in ('planned', 'sent', 'done', 'declined', 'withdrawn')),
  tries integer not null default 0,
  not_before timestamptz not null,
  answer text not null default '',
  created_at timestamptz not null,
  closed_at timestamptz
);
create unique index one_operation_a_payment on bank_operations (payment_id)
  where state in ('planned', 'sent');
create index bank_operations_of_payment on bank_operations (payment_id, created_at);

-- What came as the bank's word. Raw bodies are kept, so that they can be read again with another key.
create table bank_notices (
  dedupe_key text primary key,
  payment_id uuid,
  verified boolean not null,
  word text not null,
  body text not null,
  times integer not null default 1,
  received_at timestamptz not null
);
create index bank_notices_by_age on bank_notices (received_at);

alter table orders add column payment_id uuid unique references payments;
-- Its money went behind our back, or the listener took it off: it backs the song no more.
alter table orders add column dropped_at timestamptz;
-- Kopecks behind it; nothing for a free one.
alter table orders add column amount bigint not null default 0 check (amount >= 0);
alter table orders add check ((kind = 'paid') = (payment_id is not null));

-- Payouts ------------------------------------------------------------------------------------

create table payouts (
  id uuid primary key,
  artist_id uuid not null references artists,
  -- Set where it proves a number.
  check_payment_id uuid unique references payments,
  amount bigint not null check (amount > 0),
  phone text not null,
  sbp_bank_id text not null,
  state text not null check (state in ('reserved', 'initiated', 'sent', 'completed', 'rejected')),
  attempt integer not null default 1,
  bank_payout_id text unique,
  fee bigint not null default 0,
  -- Why the bank would not pay.
  words text not null default '',
  attention text,
  attention_since timestamptz,
  created_at timestamptz not null,
  closed_at timestamptz,
  due_at timestamptz,
  leased_until timestamptz,
  tries integer not null default 0
);
-- A payout is never made again while its predecessor may still arrive.
create unique index one_payout_under_way on payouts (artist_id)
  where check_payment_id is null and state not in ('completed', 'rejected');
create index payouts_due on payouts (due_at) where due_at is not null;
create index payouts_of_artist on payouts (artist_id, created_at desc, id desc);
create index payouts_attention on payouts (attention_since) where attention is not null;

create table payout_plans (
  artist_id uuid primary key references artists,
  -- When what is available goes out by itself.
  due_at timestamptz not null
);
create index payout_plans_due on payout_plans (due_at);

-- The ledger ---------------------------------------------------------------------------------

create table ledger_transactions (
  id uuid primary key,
  key text not null unique,
  layer text not null check (layer in ('pending', 'posted')),
  resolves text unique references ledger_transactions (key),
  cause text not null,
  -- How many lines it has: none can be added later.
  lines integer not null check (lines >= 2),
  payment_id uuid references payments,
  payout_id uuid references payouts,
  at timestamptz not null
);
create index ledger_transactions_of_payment on ledger_transactions (payment_id);
create index ledger_transactions_of_payout on ledger_transactions (payout_id);

create table ledger_lines (
  id bigint generated always as identity primary key,
  transaction_id uuid not null references ledger_transactions,
  layer text not null check (layer in ('pending', 'posted')),
  account text not null,
  kind text not null check (kind in ('asset', 'liability', 'income', 'expense')),
  -- Kopecks: debit above zero, credit below.
  amount bigint not null check (amount <> 0)
);
create index ledger_lines_of_transaction on ledger_lines (transaction_id);
create index ledger_lines_of_account on ledger_lines (account, layer);

-- What each liability stands at, and our cash. Assets and income that every payment touches have no
-- row here: it would be the one row on which all concerts wait.
create table ledger_balances (
  account text not null,
  layer text not null,
  kind text not null,
  -- Kopecks, as the account counts: a liability is above zero where we owe.
  amount bigint not null,
  primary key (account, layer),
  constraint nothing_owed_below_zero check (kind <> 'liability' or amount >= 0)
);

create function ledger_refuses_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is only added to';
end $$;
create trigger ledger_transactions_stay before update or delete on ledger_transactions
  for each row execute function ledger_refuses_change();
create trigger ledger_lines_stay before update or delete on ledger_lines
  for each row execute function ledger_refuses_change();
create trigger ledger_transactions_all_stay before truncate on ledger_transactions
  for each statement execute function ledger_refuses_change();
create trigger ledger_lines_all_stay before truncate on ledger_lines
  for each statement execute function ledger_refuses_change();

create function ledger_checks_transaction(checked uuid) returns void language plpgsql as $$
declare
  promised record;
  found record;
begin
  select * into promised from ledger_transactions where id = checked;
  select count(*) as lines, coalesce(sum(amount), 0) as total,
    count(*) filter (where layer <> promised.layer) as strangers
    into found from ledger_lines where transaction_id = checked;
  if found.total <> 0 then
    raise exception 'transaction % does not balance: %', promised.key, found.total;
  end if;
  if found.lines <> promised.lines or found.strangers > 0 then
    raise exception 'transaction % has other lines than it promised', promised.key;
  end if;
end $$;
create function ledger_checks_line() returns trigger language plpgsql as $$
begin
  perform ledger_checks_transaction(new.transaction_id);
  return null;
end $$;
create function ledger_checks_head() returns trigger language plpgsql as $$
begin
  perform ledger_checks_transaction(new.id);
  return null;
end $$;
create constraint trigger ledger_lines_balance after insert on ledger_lines
  deferrable initially deferred for each row execute function ledger_checks_line();
create constraint trigger ledger_transactions_balance after insert on ledger_transactions
  deferrable initially deferred for each row execute function ledger_checks_head();

create function ledger_keeps_balance() returns trigger language plpgsql as $$
declare
  change bigint := case when new.kind = 'liability' then -new.amount else new.amount end;
begin
  if new.kind <> 'liability' and new.account <> 'settlement_cash' then return null; end if;
  -- Not «on conflict»: the check would meet the bare change before the sum.
  loop
    update ledger_balances set amount = amount + change
      where account = new.account and layer = new.layer;
    if found then return null; end if;
    begin
      insert into ledger_balances (account, layer, kind, amount)
        values (new.account, new.layer, new.kind, change);
      return null;
    exception when unique_violation then
      -- Somebody was faster: add to his.
    end;
  end loop;
end $$;
create trigger ledger_lines_add_up after insert on ledger_lines
  for each row execute function ledger_keeps_balance();

-- Matching with the bank ---------------------------------------------------------------------

create table registry_days (
  -- The bank's day, in Moscow.
  day date primary key,
  lines integer not null,
  matched integer not null,
  gross bigint not null,
  fee bigint not null,
  read_at timestamptz not null
);
create table registry_lines (
  key text primary key,
  day date not null references registry_days,
  payment_id uuid references payments,
  bank_payment_id text not null,
  operation text not null,
  gross bigint not null,
  fee bigint not null
);
create index registry_lines_of_payment on registry_lines (payment_id);

-- What does not agree and nobody may put right by itself.
create table money_questions (
  id uuid primary key,
  -- One question for one thing, however often it is met.
  about text not null unique,
  subject text not null check (subject in ('registry', 'ledger', 'notices')),
  what text not null,
  amount bigint not null default 0,
  payment_id uuid references payments,
  bank_id text,
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid references artists
);
create index money_questions_open on money_questions (opened_at) where closed_at is null;

-- Switches and marks that all processes share.
create table money_marks (
  name text primary key,
  value text not null,
  at timestamptz not null
);
