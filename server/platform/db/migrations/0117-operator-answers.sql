-- What operators answered to letters and complaints, and what a complaint about a text in a queue names.
create table operator_answers (
  id uuid primary key,
  at timestamptz not null,
  by_name text not null,
  text text not null,
  -- The mail server did not take it.
  failed_at timestamptz,
  support_id uuid references support_requests (id) on delete cascade,
  complaint_id uuid references complaints (id) on delete cascade,
  check (num_nonnulls(support_id, complaint_id) = 1)
);
create index operator_answers_of_support on operator_answers (support_id, id) where support_id is not null;
create index operator_answers_of_complaint on operator_answers (complaint_id, id) where complaint_id is not null;

alter table complaints add column entry_id uuid;

-- An operator hid the title and the words behind it from everybody; its artist cannot open them.
alter table queue_entries add column hidden_at timestamptz;
