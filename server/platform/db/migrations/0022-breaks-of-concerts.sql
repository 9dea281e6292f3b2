-- When a paused concert goes on; null: it is paused for as long as its artist wants, or not at all.
alter table concerts add column break_until timestamptz;
