-- The repertoire marks the songs that have a text with chords: told when a text is saved, not read out of all texts.
alter table song_texts add column has_chords boolean not null default false;
-- The texts that are there: a chord in brackets, or a line that begins with one.
update song_texts set has_chords = true
  where text ~ '\[[A-Ha-h][#b♯♭]?(m|maj|min|dim|aug|sus|add|[0-9/(+-])*[^\]a-zа-яё]{0,8}\]'
    or text ~ '(^|\n)[ \t]*[A-H][#b♯♭]?(m|maj|min|dim|aug|sus|add|[0-9/+-])*([ \t|–-]+[A-H][^\nа-яё]*)?\s*(\n|$)';
