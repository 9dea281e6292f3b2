-- The artist showed a name that the word filter holds back.
alter table tip_names add column opened_at timestamptz;
