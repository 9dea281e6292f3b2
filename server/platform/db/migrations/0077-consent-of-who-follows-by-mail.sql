-- The edition of the privacy policy that whoever left an address agreed to, when he asked; null by push.
alter table follows add column consent_edition text;
