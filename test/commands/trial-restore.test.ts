import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { migrate } from '#server/platform/db/migrate.ts'
import { openEmbedded } from '#server/platform/db/open.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { fingerprintOf, writeBooks, writeOddContent } from '#test/support/odd-content.ts'
import { ownFolder, runCommand } from '#test/support/product.ts'
import { copySeed } from '#test/support/seed.ts'

const own = ownFolder()
after(() => own.remove())
const DATA_DIR = own.path
const file = join(own.path, 'first.backup')
copySeed(join(DATA_DIR, 'database'))

async function insideOwn<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  const database = await openEmbedded(join(DATA_DIR, 'database'))
  try {
    await migrate(database)
    return await work(database.sql)
  } finally {
    await database.close()
  }
}

test('a trial restore checks the copy and its books, asks no server of the environment, and leaves nothing', async () => {
  const before = await insideOwn(async (sql) => {
    await writeOddContent(sql)
    await writeBooks(sql)
    return fingerprintOf(sql)
  })
  assert.equal((await runCommand({ DATA_DIR }, 'scripts/backup.ts', file)).code, 0)
  let asked = 0
  const world = createServer((socket) => {
    asked += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => world.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(world.address() as AddressInfo).port}`
  const real = {
    DATA_DIR,
    DATABASE_URL: `postgres://bis:x@${host}/bis`,
    REDIS_URL: `redis://${host}`,
    SMTP_URL: `smtp://${host}`,
    TBANK_URL: `http://${host}`,
    TBANK_TERMINAL_KEY: 'RealTerminal',
    TBANK_PASSWORD: 'secret',
  }
  const trial = await runCommand(real, 'scripts/restore.ts', file, '--trial')
  world.close()
  assert.deepEqual([trial.code, asked], [0, 0], trial.output)
  assert.match(trial.output, /Проба прошла[\s\S]*Книги сходятся/u)
  assert.equal(existsSync(join(DATA_DIR, 'trial')), false)
  assert.deepEqual(await insideOwn(fingerprintOf), before)

  const both = await runCommand(real, 'scripts/restore.ts', file, '--trial', '--replace')
  assert.equal(both.code, 1)
  const none = await runCommand(real, 'scripts/restore.ts', join(own.path, 'none'), '--trial')
  assert.equal(none.code, 1)
})
