import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { Refusal } from '#domain/refusal.ts'
import { ownFolder } from '#test/support/product/product.ts'
import { diskFiles } from './files.disk.ts'

const ALWAYS_FULL = '/dev/full'
const own = ownFolder()
after(() => own.remove())

let folders = 0

function setUp() {
  const folder = join(own.path, `${folders++}`, 'media')
  const logged: string[] = []
  const log = { error: (_: object, sentence: string) => logged.push(sentence) }
  return { folder, logged, files: diskFiles({ folder, log }) }
}

async function down(work: Promise<unknown>): Promise<void> {
  await assert.rejects(work, (error) => error instanceof Refusal && error.code === 'FILES_DOWN')
}

describe('a folder of files', () => {
  test('is made with the first file and gives back its bytes until they are removed', async () => {
    const { files, folder } = setUp()
    assert.equal(await files.get('a-1200.webp'), null)
    await files.remove('a-1200.webp')
    assert.equal(existsSync(folder), false)
    const bytes = randomBytes(200_000)
    await files.put('a-1200.webp', bytes, 'image/webp')
    const stored = await files.get('a-1200.webp')
    assert.deepEqual(stored && Buffer.from(stored), bytes)
    assert.deepEqual(readdirSync(folder), ['a-1200.webp'])
    await files.remove('a-1200.webp')
    assert.deepEqual(readdirSync(folder), [])
  })

  test('keeps no file open for one who asks and then looks away', async () => {
    const { files, folder } = setUp()
    await files.put('e.webp', new Uint8Array([1]), 'image/webp')
    await files.get('e.webp')
    const open = readdirSync('/proc/self/fd').map((fd) => {
      const link = `/proc/self/fd/${fd}`
      return existsSync(link) ? readlinkSync(link) : ''
    })
    assert.deepEqual(
      open.filter((path) => path.startsWith(folder)),
      [],
    )
  })

  test('holds the old file or the new one when a name is written again, never a half', async () => {
    const { files, folder } = setUp()
    await files.put('b.webp', new Uint8Array(5000).fill(1), 'image/webp')
    await files.put('b.webp', new Uint8Array([2]), 'image/webp')
    const stored = await files.get('b.webp')
    assert.deepEqual(stored && Buffer.from(stored), Buffer.from([2]))
    assert.deepEqual(readdirSync(folder), ['b.webp'])
  })

  test('says that it is down when it cannot be written, and leaves nothing half done', async () => {
    const { files, folder, logged } = setUp()
    mkdirSync(join(folder, 'c.webp', 'in the way'), { recursive: true })
    await down(files.put('c.webp', new Uint8Array([1]), 'image/webp'))
    assert.deepEqual(readdirSync(folder), ['c.webp'])
    assert.equal(logged.length, 1)
  })

  test('says that it is down when a file stands where the folder should', async () => {
    const { files, folder } = setUp()
    mkdirSync(join(folder, '..'), { recursive: true })
    writeFileSync(folder, 'no folder')
    await down(files.put('d.webp', new Uint8Array([1]), 'image/webp'))
    await down(files.get('d.webp'))
  })

  test(
    'says that it is down on a full disk, and keeps no part of the file',
    { skip: !existsSync(ALWAYS_FULL) },
    async () => {
      const { files, folder } = setUp()
      mkdirSync(folder, { recursive: true })
      symlinkSync(ALWAYS_FULL, join(folder, 'e.webp.part'))
      await down(files.put('e.webp', new Uint8Array([1]), 'image/webp'))
      assert.deepEqual(readdirSync(folder), [])
    },
  )

  test('takes away with a file what a crash left of writing it', async () => {
    const { files, folder } = setUp()
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'f.webp.part'), 'half')
    await files.remove('f.webp')
    assert.deepEqual(readdirSync(folder), [])
  })

  test('is never asked for a name that could lead elsewhere', async () => {
    const { files } = setUp()
    for (const name of ['../a.webp', 'a/b.webp', '/etc/passwd', '', '.webp', 'a.webp\0', '..'])
      await assert.rejects(files.get(name), /no name of a file/u)
  })
})
