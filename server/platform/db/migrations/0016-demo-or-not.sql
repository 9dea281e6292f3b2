-- Whether this installation is a demo: written by its first start, and never changed.
create table installation (
  singleton boolean primary key default true check (singleton),
  demo boolean not null
);

-- One that has people already is what it has been until now. Nobody else has these addresses:
-- no letter with a code reaches example.org.
insert into installation (demo)
  select exists (
    select from artists
    where (username_key, email) in (
      ('mark-luzhin', 'mark-luzhin@example.org'),
      ('tretya-paradnaya', 'tretya-paradnaya@example.org')
    )
  )
  where exists (select from artists);
