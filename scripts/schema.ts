import { writeFileSync } from 'node:fs'
import { migratedSchema, SCHEMA } from './check-schema.ts'

/** Writes the types of the tables anew, after a migration. */
writeFileSync(SCHEMA, await migratedSchema())
process.exit(0)
