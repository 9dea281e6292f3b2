-- What a listener wrote has an id of its own: that of a paid order is its payment's, which tells its sum to whoever has it.
alter table order_words add column id uuid not null default gen_random_uuid();
create unique index if not exists order_words_by_id on order_words (id);
