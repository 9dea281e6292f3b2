import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { DirectoryTaken, lockDirectory } from './directory-lock.ts'

type Holder = { pid: number; boot: string; started: string }

function ownFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'bis-lock-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const lockIn = (folder: string) => join(folder, 'bis.lock')

/** What a lock of this very process says. */
function ownHolder(t: TestContext): Holder {
  const folder = ownFolder(t)
  const unlock = lockDirectory(folder)
  const holder = JSON.parse(readFileSync(lockIn(folder), 'utf8')) as Holder
  unlock()
  return holder
}

function leaveLock(folder: string, holder: unknown) {
  writeFileSync(lockIn(folder), typeof holder === 'string' ? holder : JSON.stringify(holder))
}

/** Another process, that runs until the test ends, with what its own lock says of it. */
async function otherProcess(t: TestContext): Promise<Holder> {
  const folder = ownFolder(t)
  const module = new URL('./directory-lock.ts', import.meta.url).href
  const code = `const { lockDirectory } = await import(${JSON.stringify(module)})
    lockDirectory(${JSON.stringify(folder)})
    process.stdout.write('taken')
    process.stdin.resume()`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code])
  t.after(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return JSON.parse(readFileSync(lockIn(folder), 'utf8')) as Holder
}

describe('a directory', () => {
  test('is taken once, and free again when it is given back', (t) => {
    const folder = ownFolder(t)
    const unlock = lockDirectory(folder)
    assert.throws(() => lockDirectory(folder), DirectoryTaken)
    unlock()
    assert.equal(existsSync(lockIn(folder)), false)
    lockDirectory(folder)()
  })

  test('that is not there yet is made', (t) => {
    const folder = join(ownFolder(t), 'deep', 'er')
    lockDirectory(folder)()
    assert.ok(existsSync(folder))
  })

  test('of another live process is refused, with its number and what to do', async (t) => {
    const folder = ownFolder(t)
    const other = await otherProcess(t)
    leaveLock(folder, other)
    const before = readFileSync(lockIn(folder), 'utf8')
    assert.throws(
      () => lockDirectory(folder),
      (error) => {
        assert.ok(error instanceof DirectoryTaken)
        assert.equal(
          error.message,
          `С каталогом ${folder} уже работает другой процесс (номер ${other.pid}). Остановите его или задайте другой DATA_DIR.`,
        )
        return true
      },
    )
    assert.equal(readFileSync(lockIn(folder), 'utf8'), before)
  })

  test('given back twice, or after somebody else took it, is not taken from him', (t) => {
    const folder = ownFolder(t)
    const unlock = lockDirectory(folder)
    unlock()
    const unlockNext = lockDirectory(folder)
    unlock()
    assert.throws(() => lockDirectory(folder), DirectoryTaken)
    unlockNext()
  })
})

describe('a lock that was left behind', () => {
  test('by a process that is dead is taken over', async (t) => {
    const folder = ownFolder(t)
    const child = spawn(process.execPath, ['--version'])
    await once(child, 'close')
    leaveLock(folder, { ...ownHolder(t), pid: child.pid })
    lockDirectory(folder)()
  })

  test('by a process whose number another one has now is taken over', async (t) => {
    const folder = ownFolder(t)
    const other = await otherProcess(t)
    assert.match(other.started, /^\d+$/)
    leaveLock(folder, { ...other, started: String(Number(other.started) - 1) })
    lockDirectory(folder)()
  })

  test('before the machine was started anew is taken over', async (t) => {
    const folder = ownFolder(t)
    const other = await otherProcess(t)
    leaveLock(folder, { ...other, boot: '00000000-0000-0000-0000-000000000000' })
    lockDirectory(folder)()
  })

  for (const garbage of ['', '{', 'null', '{}', '[]', '7', '"text"', '{"pid":"x"}', '\u0000\u0000'])
    test(`that says ${JSON.stringify(garbage)} is taken over`, (t) => {
      const folder = ownFolder(t)
      leaveLock(folder, garbage)
      const unlock = lockDirectory(folder)
      assert.throws(() => lockDirectory(folder), DirectoryTaken)
      unlock()
    })

  test('is taken over by one process at a time, so that two that start together cannot both get in', (t) => {
    const folder = ownFolder(t)
    const turn = `${lockIn(folder)}.turn`
    leaveLock(folder, '')
    mkdirSync(turn)
    assert.throws(() => lockDirectory(folder), DirectoryTaken)
    assert.equal(readFileSync(lockIn(folder), 'utf8'), '')
    const longAgo = new Date(Date.now() - 60_000)
    utimesSync(turn, longAgo, longAgo)
    lockDirectory(folder)()
    assert.equal(existsSync(turn), false)
  })
})
