-- Ninety days after a concert an order's device is another one of no other concert: who came is counted, not known.
alter table orders add column device_erased boolean not null default false;
create index if not exists orders_with_devices on orders (concert_id) where not device_erased;
create index if not exists payments_with_devices on payments (created_at) where device_id is not null;
