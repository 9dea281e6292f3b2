import { join } from 'node:path'
import { sql as raw } from 'kysely'
import { checkBackup, writeBackup } from '#server/platform/backup/backup-file.ts'
import { tablesOf } from '#server/platform/backup/catalog.ts'
import { restoreInto } from '#server/platform/backup/restore-into.ts'
import { markRestored } from '#server/modules/ledger/ledger.service.ts'
import { ownFolder } from './product.ts'
import type { World } from './world.ts'

const ASIDE = 'bank_aside'

/** Runs `between` after a backup of the world, then restores it: everything is as before, but for the bank. */
export async function turnedBack(world: World, between: () => Promise<void>): Promise<void> {
  const folder = ownFolder()
  const file = join(folder.path, 'before.backup')
  try {
    await writeBackup(world.sql, file, world.now())
    await between()
    const { head } = await checkBackup(file)
    await withBankAside(world, () =>
      restoreInto(world.database, file, head, (sql) =>
        markRestored(sql, { madeAt: new Date(head.madeAt), at: world.now() }),
      ),
    )
  } finally {
    folder.remove()
  }
}

/** A restore replaces the tables of the schema alone: those of the demo bank wait in another. */
async function withBankAside({ sql }: World, work: () => Promise<void>): Promise<void> {
  const tables = (await tablesOf(sql)).filter(({ name }) => name.startsWith('sandbox_bank_'))
  const schema = await raw<{ name: string }>`select current_schema() as name`.execute(sql)
  const home = schema.rows[0]?.name ?? ''
  await raw`create schema ${raw.id(ASIDE)}`.execute(sql)
  for (const { name } of tables)
    await raw`alter table ${raw.id(name)} set schema ${raw.id(ASIDE)}`.execute(sql)
  await work()
  for (const { name } of tables) {
    await raw`drop table ${raw.id(name)} cascade`.execute(sql)
    await raw`alter table ${raw.id(ASIDE, name)} set schema ${raw.id(home)}`.execute(sql)
  }
  await raw`drop schema ${raw.id(ASIDE)}`.execute(sql)
}
