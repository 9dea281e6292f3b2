-- How far the import of a catalogue's file came, so that one that was cut short goes on from there.
create table catalogue_imports (
  -- The path of the file, or «-» for standard input.
  name text primary key,
  -- Together they tell whether it is the same file still.
  size bigint,
  head_hash text not null,
  -- Bytes of its text (unpacked, where it is packed) and its lines that are done.
  position bigint not null,
  line bigint not null,
  counts jsonb not null,
  at timestamptz not null
);
