-- Words of tips and of returns go 30 days after they were written, as those of orders do.
create index if not exists payments_words_kept on payments (created_at) where message <> '' or return_word <> '';
