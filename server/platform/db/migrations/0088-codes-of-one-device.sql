-- A code of a recovery works on the device that asked for it; its e-mail's link works on any. Hashed. `known`: asked
-- from a network with a correct login, which has an allowance of its own.
alter table email_codes add column device_hash text;
alter table email_codes add column link_hash text;
alter table email_codes add column known boolean not null default false;
