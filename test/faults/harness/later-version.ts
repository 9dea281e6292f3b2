import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ownFolder } from '#test/support/product/product.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** Code that runs is copied, since a module resolves its imports from where its file lies; the rest is only read. */
const COPIED = ['server', 'demo', 'domain', 'contract', 'packages', 'package.json']
const LOOKED_INTO = ['web', 'node_modules']

export const LATER_MIGRATION = '9999-of-a-later-version.sql'

/** Tables that are read and written every second of an evening get more columns, one gets an index, and another is referenced. */
export const LATER_TABLES = `
alter table concerts add column of_later text;
alter table artists add column of_later text;
alter table queue_entries add column of_later integer not null default 7;
alter table orders add column of_later integer not null default 7;
alter table idempotency_keys add column of_later text;
alter table payments add column of_later text;
alter table payouts add column of_later text;
create index if not exists orders_of_later on orders (concert_id, of_later);
create table of_later (id uuid primary key, artist_id uuid not null references artists);
`

/** Creates this version as it may be one release later: the same code with one more migration. */
export function unpackLaterVersion(): { root: string; remove(): void } {
  const folder = ownFolder()
  const root = join(folder.path, 'later')
  mkdirSync(root)
  for (const name of COPIED) cpSync(join(ROOT, name), join(root, name), { recursive: true })
  for (const name of LOOKED_INTO) symlinkSync(join(ROOT, name), join(root, name))
  writeFileSync(join(root, 'server', 'platform', 'db', 'migrations', LATER_MIGRATION), LATER_TABLES)
  return { root, remove: folder.remove }
}
