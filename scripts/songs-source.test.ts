import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { text as wholeText } from 'node:stream/consumers'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { pino } from 'pino'
import { UnreadableCatalogue } from '#server/modules/songs/catalogue-file.ts'
import { addOwnSong } from '#server/modules/songs/songs.service.ts'
import { openPostgres } from '#server/platform/db/open.ts'
import { lockDirectory } from '#server/platform/lifecycle/data-directory.ts'
import { openBus } from '#server/platform/live/open-bus.ts'
import { migratedPostgres, SERVER_URL } from '#test/support/database/database.ts'
import { eventually } from '#test/support/eventually.ts'
import { startRedis } from '#test/support/servers/redis.ts'
import { openSource } from './songs-source.ts'

const folder = mkdtempSync(join(tmpdir(), 'bis-songs-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const LIST = Buffer.from(`title,artist\n${'Медленная звезда,Хор\n'.repeat(40_000)}`)

function written(name: string, bytes: Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

const never = () => new AbortController().signal

async function bytesFrom(path: string, position: number): Promise<Buffer> {
  const source = await openSource(path, never())
  return Buffer.concat(await Array.fromAsync(source.from(position)))
}

describe('a file', () => {
  for (const [name, bytes] of [
    ['plain.csv', LIST],
    ['packed.csv.gz', gzipSync(LIST)],
    ['packed.csv.zst', zstdCompressSync(LIST)],
    ['short.csv', LIST.subarray(0, 13)],
  ] as const)
    test(`${name} is read from its beginning and from any place on`, async () => {
      const list = name === 'short.csv' ? LIST.subarray(0, 13) : LIST
      const path = written(name, bytes)
      const source = await openSource(path, never())
      const head = await source.head()
      // Exactly this many bytes, however the chunks arrive: the file is recognised by them.
      assert.ok(list.subarray(0, 1024 * 1024).equals(head))
      for (const position of [0, 13, 700_001]) {
        if (position > list.length) continue
        assert.ok((await bytesFrom(path, position)).equals(list.subarray(position)), `${position}`)
      }
    })

  test('tells which share of it is read, and begins with what was read before', async () => {
    const source = await openSource(written('shared.csv', LIST), never())
    await Array.fromAsync(source.from(LIST.length - 100))
    assert.equal(source.share(), 1)
  })

  test('is read no further once the key is pressed', async () => {
    const key = new AbortController()
    const source = await openSource(written('stopped.csv', LIST), key.signal)
    await assert.rejects(async () => {
      for await (const _ of source.from(0)) key.abort()
    })
  })

  for (const [what, bytes, words] of [
    ['packed by xz', Buffer.from('fd377a585a000004', 'hex'), /xz -dc .*songs -- import -/u],
    ['packed by bzip2', Buffer.from('BZh91AY'), /bzip2 -dc/u],
    ['of Excel', Buffer.from('PK\u0003\u0004'), /«CSV UTF-8»/u],
    ['that breaks off', gzipSync(LIST).subarray(0, -20), /испорчен или обрывается/u],
  ] as const)
    test(`${what} is refused with what to do`, async () => {
      const path = written('refused', bytes)
      await assert.rejects(
        bytesFrom(path, 0),
        (error) => error instanceof UnreadableCatalogue && words.test(error.message),
      )
    })

  test('that is not there is told so', async () => {
    await assert.rejects(openSource(join(folder, 'nowhere.csv'), never()), /не открывается/u)
    await assert.rejects(openSource(folder, never()), /не открывается/u)
  })
})

describe('npm run songs', () => {
  async function runSongs(words: readonly string[], env: Record<string, string> = {}) {
    const child = spawn(process.execPath, ['scripts/songs.ts', ...words], {
      cwd: join(import.meta.dirname, '..'),
      env: { PATH: process.env['PATH'] ?? '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    const [out, err, code] = await Promise.all([
      wholeText(child.stdout),
      wholeText(child.stderr),
      ended,
    ])
    return { out, err, code }
  }

  test('alone tells in Russian how it is used, and so does a wrong word, which fails', async () => {
    const [alone, wrong] = await Promise.all([
      runSongs([]),
      runSongs(['import', 'a.csv', '--agian']),
    ])
    assert.match(alone.out, /npm run songs -- import ФАЙЛ/u)
    assert.equal(alone.code, 0)
    assert.match(wrong.err, /npm run songs -- import ФАЙЛ/u)
    assert.equal(wrong.code, 1)
  })

  test(
    'tells the servers with Redis of a song that was typed before, or says that it could not',
    { skip: SERVER_URL === undefined && 'the embedded database serves one process' },
    async (t) => {
      const [own, redis] = [await migratedPostgres(SERVER_URL ?? ''), await startRedis()]
      const database = await openPostgres(own.url, 2)
      const log = pino({ level: 'silent' })
      const bus = await openBus({ database, redisUrl: redis.url, log })
      t.after(async () => {
        await bus.close()
        await database.close()
        await redis.stop()
        await own.drop()
      })
      const typed = { title: 'Медленная звезда', artistName: 'Хор' }
      const ctx = { sql: database.sql, now: () => new Date(), songIndex: null }
      const { id } = await addOwnSong(ctx, randomUUID(), typed)
      const told: string[] = []
      bus.subscribe('songs', (body) => told.push(body))
      await eventually(async () => bus.healthy(), true)
      const list = written('typed.csv', Buffer.from('title,artist\nМедленная звезда,Хор\n'))
      const env = { DATABASE_URL: own.url, REDIS_URL: redis.url }
      const { code, err } = await runSongs(['import', list], env)
      assert.deepEqual([code, err.includes('в течение суток')], [0, false], err)
      await eventually(async () => told.some((body) => body.includes(id)), true, 5000)

      const away = { ...env, REDIS_URL: 'redis://127.0.0.1:1' }
      const untold = await runSongs(['import', list, '--again'], away)
      assert.equal(untold.code, 0)
      assert.match(untold.err, /узнают о песнях в течение суток/u)
    },
  )

  test('beside a server on the embedded database asks to stop it first', async () => {
    const data = join(folder, 'data')
    mkdirSync(join(data, 'database'), { recursive: true })
    const release = lockDirectory(data)
    try {
      const { err, code } = await runSongs(['import', 'songs.csv'], { DATA_DIR: data })
      assert.match(err, /сначала остановите «Бис»/u)
      assert.equal(code, 1)
    } finally {
      release()
    }
  })
})
