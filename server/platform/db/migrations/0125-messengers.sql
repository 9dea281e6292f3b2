-- Where an artist's concerts are posted. The address is the chat's, as «telegram://chat/-100500».
create table artist_channels (
  id uuid primary key,
  artist_id uuid not null references artists on delete cascade,
  endpoint text not null,
  title text not null,
  bound_at timestamptz not null,
  unique (artist_id, endpoint)
);
create index artist_channels_by_address on artist_channels (endpoint);

-- What a chat is to be bound to by whoever sends the code there: a channel of the artist, an order, or a follow.
create table messenger_codes (
  code_hash text primary key,
  artist_id uuid references artists on delete cascade,
  order_id uuid references orders on delete cascade,
  -- As the listener's call named it.
  followed text,
  check (num_nonnulls(artist_id, order_id, followed) = 1),
  device_id uuid,
  time_zone text,
  expires_at timestamptz not null
);
create index messenger_codes_of_artist on messenger_codes (artist_id) where artist_id is not null;
create index messenger_codes_of_order on messenger_codes (order_id) where order_id is not null;
create index messenger_codes_by_end on messenger_codes (expires_at);

-- How far the updates of a messenger are read, and by which time the process that reads them is done.
create table messenger_polls (
  messenger text primary key,
  cursor text,
  leased_until timestamptz not null
);

alter table notifications add column channel_id uuid references artist_channels on delete cascade;
alter table notifications drop constraint notifications_check;
alter table notifications add constraint notifications_check
  check (num_nonnulls(order_id, follow_id, guest_id, channel_id) = 1
    and recipient_id = coalesce(order_id, guest_id, channel_id, recipient_id)) not valid;
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('next', 'playing', 'corrected', 'new', 'moved', 'tomorrow', 'today', 'soon', 'cancelled', 'word', 'learning', 'open', 'started')) not valid;
create index if not exists notifications_due_of_channels on notifications (due_at) where due_at is not null and channel_id is not null;
create index if not exists notifications_of_channel on notifications (channel_id) where channel_id is not null;
