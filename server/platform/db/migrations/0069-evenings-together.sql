-- A tip is put to the concert that had begun last before it: ten thousand tips of an artist look there.
create index if not exists concerts_begun on concerts (artist_id, started_at) where started_at is not null;
