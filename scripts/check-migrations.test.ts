import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkMigrations, faultsOf } from './check-migrations.ts'

const of = (text: string) => faultsOf('0099-something.sql', text)

test('the migrations of the house are survived by the version before', async () => {
  assert.deepEqual(await checkMigrations(), [])
})

describe('refused in a migration', () => {
  for (const statement of [
    'drop table going',
    'alter table songs drop column image_url',
    'alter table songs drop image_url',
    'alter table songs drop column if exists image_url cascade',
    'alter table songs rename column title to name',
    'alter table songs rename to tunes',
    'ALTER TABLE songs\n  ALTER COLUMN image_url SET NOT NULL',
    'alter table songs alter order_count type bigint',
    'alter table songs alter column order_count set data type bigint',
    'alter table songs alter column image_url drop default',
    'alter table songs add column language text not null',
    'alter table songs add column a text, add column b text not null',
    'alter table songs add constraint short check (length(title) < 100)',
    'alter table songs add foreign key (source) references sources',
    'drop function folded_town(text)',
    'create unique index songs_by_source on songs (source)',
    'create table a (id uuid); drop table b',
  ])
    test(statement, () => {
      assert.equal(of(`select 1;\n${statement};`).length, 1)
    })
})

describe('taken in a migration', () => {
  for (const statement of [
    'create table plays (id uuid primary key, at timestamptz not null, check (at > now()))',
    'create table plays (id uuid); alter table plays add column at timestamptz not null',
    'alter table songs add column language text',
    "alter table songs add column language text not null default ''",
    'alter table songs add column short text not null generated always as (left(title, 9)) stored',
    'alter table songs add constraint short check (length(title) < 100) not valid',
    'alter table songs validate constraint short',
    'alter table songs drop constraint songs_song_key_key',
    'alter table songs alter column image_url drop not null',
    "alter table songs alter column image_url set default ''",
    'create table plays (id uuid); create index plays_by_id on plays (id)',
    'create index if not exists songs_by_source on songs (source)',
    'drop index concerts_by_city',
    'drop trigger concert_changes on concerts',
    'create function f() returns void language plpgsql as $$ begin drop table songs; end $$',
    "insert into money_marks values ('drop table songs', 'rename', now())",
    '-- drop table songs\nselect 1',
  ])
    test(statement, () => assert.deepEqual(of(`${statement};`), []))

  test('what the release before has let go of', () => {
    assert.deepEqual(
      of('-- contract: since 0.2 nobody reads it\nalter table songs drop column image_url;'),
      [],
    )
    assert.equal(of('-- contract: later\nalter table songs drop column image_url;').length, 1)
  })
})
