-- A concert that its artist called off keeps a page for a year: what is shown there beside what calendars show.
alter table gone_concerts
  add column place_name text not null default '',
  add column city text not null default '',
  add column time_zone text not null default 'Europe/Moscow',
  -- It was still to come; false for a past one that was deleted.
  add column cancelled boolean not null default false,
  -- What the artist says to those who wanted to come.
  add column words text not null default '';
create index if not exists gone_concerts_by_end on gone_concerts (ends_at);

-- The same of a concert that was moved.
alter table concerts add column words text not null default '';

-- Where they are told who were going to a cancelled concert, ordered or paid, because their orders go with it. Deleted soon after.
create table gone_guests (
  id uuid primary key default gen_random_uuid(),
  concert_id uuid not null references gone_concerts on delete cascade,
  email text,
  endpoint text,
  p256dh text,
  auth text,
  check (num_nonnulls(email, endpoint) = 1),
  check (num_nonnulls(endpoint, p256dh, auth) in (0, 3))
);
create index gone_guests_of_concert on gone_guests (concert_id);

alter table notifications add column guest_id uuid references gone_guests on delete cascade;
alter table notifications drop constraint notifications_check;
alter table notifications add constraint notifications_check
  check (num_nonnulls(order_id, follow_id, guest_id) = 1
    and recipient_id = coalesce(order_id, guest_id, recipient_id)) not valid;
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('next', 'playing', 'corrected', 'new', 'moved', 'today', 'cancelled', 'learning', 'open')) not valid;
create index if not exists notifications_due_of_guests on notifications (due_at) where due_at is not null and guest_id is not null;
create index if not exists notifications_of_guest on notifications (guest_id) where guest_id is not null;

alter table follow_news add column gone_id uuid references gone_concerts on delete cascade;
alter table follow_news drop constraint follow_news_check;
alter table follow_news add constraint follow_news_check
  check (num_nonnulls(concert_id, song_id, gone_id) = 1) not valid;
alter table follow_news drop constraint follow_news_about_check;
alter table follow_news add constraint follow_news_about_check
  check (about in ('new', 'moved', 'today', 'cancelled', 'learning', 'open')) not valid;
create unique index if not exists one_news_of_gone on follow_news (gone_id) where gone_id is not null;
