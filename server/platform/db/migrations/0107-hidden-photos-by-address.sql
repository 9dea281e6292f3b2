-- Whether a photo is hidden is asked by its address, for each file that is opened.
create index if not exists hidden_photos_of_address on hidden_photos (url);
