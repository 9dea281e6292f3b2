-- Payments that never had money, by age: they are erased after a month.
create index if not exists payments_unpaid_old on payments (created_at)
  where state in ('failed', 'expired', 'canceled') and secured_at is null;
