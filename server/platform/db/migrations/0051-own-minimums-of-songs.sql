-- Rubles that a song, or every song with a tag, costs at least; null: what the concert says.
alter table repertoire add column min_rubles integer;
create table tag_minimums (
  artist_id uuid not null references artists on delete cascade,
  tag text not null,
  rubles integer not null,
  primary key (artist_id, tag)
);
