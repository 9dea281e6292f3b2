-- The artist's word to the listener whose credited money he gives back.
alter table payments add column return_word text not null default '';
