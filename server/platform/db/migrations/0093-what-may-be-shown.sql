-- What somebody typed is public when somebody else has checked it, and what the word filter holds back stands in no
-- hall before its artist opens it. Null: not judged yet; shown as held back while the song is not verified.
alter table songs add column held boolean;
create index if not exists songs_not_judged on songs (id) where held is null and not verified;
alter table queue_entries add column title_opened_at timestamptz;

-- What listeners suggested before was found by everybody. From now on a search finds an unverified song for the artists
-- who play it alone; where strangers wished for one that nobody plays, their wishes would show it to all.
delete from song_wishes w using songs s
  where s.id = w.song_id and not s.verified and not exists (select from repertoire r where r.song_id = s.id);
delete from town_wishes w using songs s
  where s.id = w.song_id and not s.verified and not exists (select from repertoire r where r.song_id = s.id);
delete from town_wish_counts w using songs s
  where s.id = w.song_id and not s.verified and not exists (select from repertoire r where r.song_id = s.id);
delete from follows f using songs s
  where s.id = f.song_id and not s.verified and not exists (select from repertoire r where r.song_id = s.id);
