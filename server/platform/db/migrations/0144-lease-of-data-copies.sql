-- Until then one process makes the copy.
alter table data_copies add column leased_until timestamptz;
