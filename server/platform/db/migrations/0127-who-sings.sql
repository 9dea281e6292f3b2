-- «Спою сам»: the listener of this order sings it himself, with somebody, in another key. Erased with his other words.
alter table order_words
  add column sings boolean not null default false,
  add column sings_with text not null default '',
  add column key_shift smallint not null default 0 check (key_shift between -6 and 6);

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('next', 'stage', 'playing', 'corrected', 'new', 'moved', 'tomorrow', 'today', 'soon', 'cancelled', 'word', 'learning', 'open', 'started')) not valid;
