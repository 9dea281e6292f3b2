import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ownFolder, runToEnd, startProduct } from '#test/support/product/product.ts'
import { copySeed } from '#test/support/product/seed.ts'

test('nobody else on the machine can open what the product keeps', async () => {
  const folder = ownFolder()
  try {
    copySeed(join(folder.path, 'database'))
    chmodSync(folder.path, 0o755)
    const product = await startProduct({ DATA_DIR: folder.path })
    assert.equal(statSync(folder.path).mode & 0o777, 0o700)
    assert.ok(readdirSync(folder.path).includes('database'))
    await product.kill('SIGTERM')
  } finally {
    folder.remove()
  }
})

test('and beside a PostgreSQL server, where photos lie there, neither', async () => {
  const folder = ownFolder()
  try {
    const media = join(folder.path, 'media')
    mkdirSync(media)
    writeFileSync(join(media, 'x.jpg'), 'x')
    chmodSync(folder.path, 0o755)
    await runToEnd({ DATA_DIR: folder.path, DATABASE_URL: 'postgres://bis@127.0.0.1:1/bis' })
    assert.equal(statSync(folder.path).mode & 0o777, 0o700)
  } finally {
    folder.remove()
  }
})
