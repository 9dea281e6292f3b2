-- A word that called to a concert is not told once that is deleted: it keeps its id, so that it does not become a word of no concert.
alter table artist_words drop constraint artist_words_concert_id_fkey;
drop index artist_words_of_concert;
