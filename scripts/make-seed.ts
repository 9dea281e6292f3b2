import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { seedCatalogue } from '#server/modules/songs/songs.service.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openEmbedded } from '#server/platform/db/open.ts'
import { nameOfSeed, oldSeeds } from '#server/seed.ts'

/** Creates the database for a first start: tables and the songs that ship with the project, without keys. */
const folder = resolve(process.argv[2] ?? process.env['BUILD_DIR'] ?? 'build')
const seed = join(folder, await nameOfSeed())
await mkdir(folder, { recursive: true })
for (const name of await oldSeeds(folder)) await rm(join(folder, name), { recursive: true })
if (!existsSync(seed)) {
  const unfinished = `${seed}.${process.pid}`
  const database = await openEmbedded(unfinished)
  await migrate(database)
  await seedCatalogue({ sql: database.sql, now: () => new Date(), songIndex: null })
  await database.script('vacuum analyze')
  await database.close()
  // The product may run as another user than the build, and nothing in it is secret.
  for (const entry of await readdir(unfinished, { recursive: true, withFileTypes: true }))
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
  await chmod(unfinished, 0o755)
  await rename(unfinished, seed).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true })
    // A concurrent build has finished first.
    if (!existsSync(seed)) throw error
  })
}
process.exit(0)
