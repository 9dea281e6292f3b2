-- Who sells the songs, as receipts (54-ФЗ) name him.
alter table artists add column tax_status text
  check (tax_status in ('self_employed', 'entrepreneur', 'company', 'person'));
alter table artists add column tax_name text not null default '';
alter table artists add column tax_inn text not null default '';
