-- The passkey that opened a login: without the key that login ends too.
alter table login_tokens add column opened_by uuid;
