import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { answering } from '#test/support/database/answering.ts'
import { ownFolder } from '#test/support/product/product.ts'
import { checkBackup, writeBackup } from './backup-file.ts'
import { BadBackup } from './sealed.ts'
import { assertKnown } from './restore-into.ts'

const folder = ownFolder()
after(() => folder.remove())

const HEAD = {
  bis: 'backup',
  format: 1,
  madeAt: '2026-11-22T18:00:00.000Z',
  migrations: ['0004-photos.sql'],
}
const BODY = [
  JSON.stringify({ table: 'songs', columns: ['title', 'image_url'] }),
  '["Группа крови\u2028\u0085", null]',
  '["{\\"table\\":1}", "\\n"]',
  JSON.stringify({ table: 'photos', columns: ['id'] }),
]

function bytesOf(head: object, body: readonly string[], end: object = {}): Buffer {
  const text = `${[JSON.stringify(head), ...body].join('\n')}\n`
  const sha256 = createHash('sha256').update(text).digest('hex')
  return Buffer.from(`${text}${JSON.stringify({ end: true, rows: 2, sha256, ...end })}\n`)
}

async function checked(bytes: Buffer) {
  const file = join(folder.path, 'backup')
  writeFileSync(file, bytes)
  try {
    return await checkBackup(file)
  } finally {
    rmSync(file)
  }
}

async function refused(bytes: Buffer, why: RegExp) {
  await assert.rejects(checked(bytes), (error) => {
    assert.ok(error instanceof BadBackup, String(error))
    assert.match(error.message, why)
    return true
  })
}

test('a whole backup tells what it holds', async () => {
  assert.deepEqual(await checked(zstdCompressSync(bytesOf(HEAD, BODY))), {
    head: HEAD,
    tables: 2,
    rows: 2,
  })
})

test('one that was cut anywhere is refused', async () => {
  const whole = zstdCompressSync(bytesOf(HEAD, BODY))
  for (let length = 0; length < whole.length; length++)
    await refused(whole.subarray(0, length), /обрезан|не резервная копия/u)
})

test('one whose lines were taken out, changed or added to is refused', async () => {
  const text = bytesOf(HEAD, BODY).toString()
  const wrong = /Копия (?:повреждена|обрезана)/u
  for (const other of [
    text.replace('крови', 'кровь'),
    text.replace('["{\\"table\\":1}", "\\n"]\n', ''),
    text.replace(/\{"end".*\n/u, ''),
    `${text}["one more", null]\n`,
  ]) {
    assert.notEqual(other, text)
    await refused(zstdCompressSync(Buffer.from(other)), wrong)
  }
  await refused(zstdCompressSync(bytesOf(HEAD, BODY, { rows: 3 })), wrong)
})

test('one of a database without our tables is refused, and not made', async () => {
  const file = join(folder.path, 'made')
  await assert.rejects(writeBackup(answering([]), file, new Date()), /нет таблиц «Биса»/u)
  assert.deepEqual(readdirSync(folder.path), [])
  await refused(zstdCompressSync(bytesOf({ ...HEAD, migrations: [] }, BODY)), /не было таблиц/u)
})

test('files of another kind are refused', async () => {
  await refused(Buffer.from('PGDMP'), /обрезан/u)
  await refused(zstdCompressSync(Buffer.from('create table songs ();\n')), /не резервная копия/u)
  await refused(zstdCompressSync(Buffer.from('{"songs":[]}\n')), /не резервная копия/u)
  await refused(zstdCompressSync(bytesOf({ ...HEAD, format: 2 }, BODY)), /в формате 2/u)
})

test('one of a newer version is refused, of an older one not', async () => {
  await assertKnown({ ...HEAD, bis: 'backup' })
  await assert.rejects(
    assertKnown({ ...HEAD, bis: 'backup', migrations: ['9999-of-tomorrow.sql'] }),
    /более новая версия «Биса» \(9999-of-tomorrow\.sql\)/u,
  )
})
