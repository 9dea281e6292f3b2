-- An operator hid the song: it stays closed, whatever its artist sets or imports.
alter table repertoire add column hidden_at timestamptz;
create function hidden_songs_stay_closed() returns trigger language plpgsql as $$
begin
  new.state := 'closed';
  return new;
end $$;
create trigger hidden_songs_stay_closed before update on repertoire
  for each row when (new.hidden_at is not null) execute function hidden_songs_stay_closed();
