-- Whatever somebody is to be told, in one table: of push_messages (the device of an order) and follow_notices (a
-- follower). What is due to one recipient of one artist is told together or one by one, as its kind says.
create table notifications (
  -- The order whose device is told, or the follower.
  recipient_id uuid not null,
  order_id uuid references orders on delete cascade,
  -- By which the follower is told, and which the link in the letter ends.
  follow_id uuid references follows on delete cascade,
  check (num_nonnulls(order_id, follow_id) = 1 and recipient_id = coalesce(order_id, recipient_id)),
  artist_id uuid not null,
  -- The order, a concert or a song: one row of each kind about it.
  subject_id uuid not null,
  kind text not null check (kind in ('next', 'playing', 'corrected', 'new', 'moved', 'today', 'learning', 'open')),
  made_at timestamptz not null,
  -- Null: told, given up, or being sent where it is never repeated; under a lease its end.
  due_at timestamptz,
  told_at timestamptz,
  tries integer not null default 0,
  -- Of what is being sent: the same at each try that may have arrived, so that whoever takes it keeps one.
  message_id uuid,
  primary key (recipient_id, artist_id, subject_id, kind)
);
create index notifications_due_of_orders on notifications (due_at) where due_at is not null and order_id is not null;
create index notifications_due_of_follows on notifications (due_at) where due_at is not null and follow_id is not null;
create index notifications_done on notifications (made_at) where due_at is null;
create index notifications_of_order on notifications (order_id) where order_id is not null;
create index notifications_of_follow on notifications (follow_id) where follow_id is not null;

-- The version before writes its own tables while both run. Of a song whose turn it is the first of both versions tells;
-- a move and news are told from here.
create function push_messages_are_notifications() returns trigger language plpgsql as $$ begin
  insert into notifications as n (recipient_id, order_id, artist_id, subject_id, kind, made_at, due_at)
    select o.id, o.id, c.artist_id, case new.about when 'moved' then c.id else o.id end,
      case new.about when 'moved' then 'corrected' else new.about end, new.made_at,
      case new.about when 'moved' then new.due_at end
    from orders o join concerts c on c.id = o.concert_id where o.id = new.order_id
    on conflict (recipient_id, artist_id, subject_id, kind) do update
      set made_at = excluded.made_at, due_at = excluded.due_at, tries = 0 where n.kind = 'corrected';
  if found and new.about <> 'moved' then return new; end if;
  return null;
end $$;
create trigger push_messages_are_notifications before insert on push_messages
  for each row execute function push_messages_are_notifications();

create function follow_notices_are_notifications() returns trigger language plpgsql as $$ begin
  insert into notifications (recipient_id, follow_id, artist_id, subject_id, kind, made_at, due_at)
    values (new.follower_id, new.follow_id, new.artist_id, new.subject_id, new.about, new.made_at, new.due_at)
    on conflict (recipient_id, artist_id, subject_id, kind) do update
      set due_at = excluded.due_at, made_at = excluded.made_at, tries = 0, message_id = null;
  return null;
end $$;
create trigger follow_notices_are_notifications before insert on follow_notices
  for each row execute function follow_notices_are_notifications();

-- All that waits, and all that was told: it is not told again. The rows stay, for the version before does not repeat
-- what it finds there.
insert into notifications (recipient_id, order_id, artist_id, subject_id, kind, made_at, due_at, tries)
  select o.id, o.id, c.artist_id, case m.about when 'moved' then c.id else o.id end,
    case m.about when 'moved' then 'corrected' else m.about end, m.made_at, m.due_at, m.tries
  from push_messages m join orders o on o.id = m.order_id join concerts c on c.id = o.concert_id;
insert into notifications
    (recipient_id, follow_id, artist_id, subject_id, kind, made_at, due_at, told_at, tries, message_id)
  select follower_id, follow_id, artist_id, subject_id, about, made_at, due_at, told_at, tries, message_id
  from follow_notices;
update push_messages set due_at = null where due_at is not null;
update follow_notices set due_at = null where due_at is not null;
