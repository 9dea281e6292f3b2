import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { sentenceOfStart } from './start-failures.ts'
import {
  checkClock,
  checkConnections,
  checkFiles,
  checkMemory,
  checkDiskSpace,
  checkWritable,
} from './start-checks.ts'

const MB = 1024 * 1024

/** The one sentence with which a start is refused. */
function refusal(check: () => unknown): string {
  try {
    check()
  } catch (error) {
    return sentenceOfStart(error)
  }
  return ''
}

describe('before the start', () => {
  test('a clock that stands in another age is refused', () => {
    for (const wrong of ['1970-01-01T00:00:00Z', '2025-12-31T23:59:59Z', '2101-01-01T00:00:00Z'])
      assert.match(
        refusal(() => checkClock(new Date(wrong))),
        /^Часы этой машины показывают \d{4} год: поставьте верное время и запустите снова\.$/u,
      )
    checkClock(new Date('2026-01-01T00:00:00Z'))
  })

  test('a connection over a network without TLS is told of, and one of this machine or of containers is not', () => {
    const none = { databaseUrl: undefined, redisUrl: undefined, smtpUrl: undefined }
    const told = (config: Partial<typeof none> | object) =>
      checkConnections({ ...none, ...config }).map(({ fields }) => fields)
    assert.deepEqual(
      told({
        databaseUrl: 'postgres://bis:swordfish@db.example/bis?sslmode=prefer',
        redisUrl: 'redis://10.0.0.7:6379/0',
        smtpUrl: 'smtp://mail.example:587',
      }),
      [{ variables: ['DATABASE_URL', 'REDIS_URL', 'SMTP_URL'] }],
    )
    assert.deepEqual(
      told({
        databaseUrl: 'postgres://bis@db.example/bis?sslmode=verify-full',
        redisUrl: 'rediss://cache.example',
        smtpUrl: 'smtps://mail.example',
      }),
      [],
    )
    const near = { databaseUrl: 'postgres://bis@postgres/bis', smtpUrl: 'smtp://127.0.0.1:25' }
    assert.deepEqual(told({ ...near, redisUrl: 'redis://localhost' }), [])
  })

  test('a disk without room is refused, and one that is nearly full is told of', () => {
    assert.equal(
      refusal(() => checkDiskSpace({ free: 31.9 * MB, all: 50 * MB })),
      'На диске с DATA_DIR свободно 31 МБ, а нужно не меньше 32: освободите место и запустите снова.',
    )
    assert.match(
      checkDiskSpace({ free: 99 * MB, all: 1000 * MB })[0]?.sentence ?? '',
      /десятой части/u,
    )
    assert.deepEqual(checkDiskSpace({ free: 100 * MB, all: 1000 * MB }), [])
  })

  test('few open files for many watchers, and little memory, are told of', () => {
    const [files] = checkFiles(1024, 20_000)
    assert.match(
      files?.sentence ?? '',
      /1024 файлов.*не больше 336: MAX_WATCHERS=20000 требует 21280.*LimitNOFILE/u,
    )
    assert.deepEqual([...checkFiles(21_280, 20_000), ...checkFiles(null, 20_000)], [])
    assert.match(checkMemory(300 * MB)[0]?.sentence ?? '', /300 МБ памяти: дайте не меньше 512/u)
    assert.deepEqual(checkMemory(512 * MB), [])
  })

  test('a folder is tried and left as it was, and one below a file is refused in words', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'bis-machine-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    checkWritable(join(folder, 'new', 'one'))
    assert.deepEqual(readdirSync(join(folder, 'new', 'one')), [])
    writeFileSync(join(folder, 'file'), '')
    assert.match(
      refusal(() => checkWritable(join(folder, 'file', 'below'))),
      /^DATA_DIR должно быть каталогом/u,
    )
  })
})
