import { PGlite } from '@electric-sql/pglite'

/** Opens a bare embedded database in a folder and ends; its parent measures the time. */
const lite = await PGlite.create({ dataDir: process.argv[2] ?? '' })
await lite.query('select 1')
process.stdout.write('open')
await lite.close()
process.exit(0)
