-- At a two-stage terminal every payment is held first; what needs no hold is captured at once.
alter table payments drop constraint payments_mode_check;
alter table payments add constraint payments_mode_check
  check (mode in ('hold', 'capture', 'charge')) not valid;
