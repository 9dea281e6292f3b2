-- Wrong passwords in a row: of an account from one network, and from all together (network '').
-- Both names are hashed with the secret of this installation.
create table login_tries (
  account text not null,
  network text not null,
  -- Somebody has this account; tries at nobody's are soon forgotten.
  real boolean not null,
  wrong integer not null default 0,
  wait_until timestamptz,
  -- When the right password last came from this network.
  right_at timestamptz,
  tried_at timestamptz not null,
  primary key (account, network)
);

create index login_tries_tried_at on login_tries (tried_at);
