import { constants, setPriority } from 'node:os'
import { openEmbedded } from '../db/open.ts'
import { writeBackup } from './backup-file.ts'

/** A separate process: opens a copy of the database's files as after a crash, and writes it as a backup. */
const [, , copy = '', file = '', madeAt = '', key = ''] = process.argv
setPriority(constants.priority.PRIORITY_LOW)
const database = await openEmbedded(copy)
await writeBackup(database.sql, file, new Date(madeAt), key || null)
await database.close()
process.exit(0)
