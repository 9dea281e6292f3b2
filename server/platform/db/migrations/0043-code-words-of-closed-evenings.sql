-- The word that opens a closed evening, and the pass that whoever typed it comes with; another word, another pass.
alter table concerts add column code_word text;
alter table concerts add column pass uuid;
alter table concerts add check ((code_word is null) = (pass is null)) not valid;
alter table concerts add check (code_word is null or closed_session) not valid;
