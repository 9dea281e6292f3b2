import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { migrate } from '#server/platform/db/migrate.ts'
import { openEmbedded } from '#server/platform/db/open.ts'

/** The paths at which `makeSeed` writes the database, as a directory and as one file for a database in memory. */
export const directoryIn = (folder: string) => join(folder, 'database')
export const dumpIn = (folder: string) => join(folder, 'database.tar')

/** Writes a migrated embedded database into the folder, so that a test run creates its tables once. */
export async function makeSeed(folder: string): Promise<void> {
  const database = await openEmbedded(directoryIn(folder))
  await migrate(database)
  await database.close()
  // template1 and template0, which nothing opens: two thirds of the files that each copy would create.
  for (const template of ['1', '4'])
    await rm(join(directoryIn(folder), 'base', template), { recursive: true })
  const lite = await PGlite.create({ dataDir: directoryIn(folder) })
  const dump = await lite.dumpDataDir('none')
  await writeFile(dumpIn(folder), dump.stream())
  await lite.close()
}
