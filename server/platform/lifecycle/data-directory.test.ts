import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { DirectoryTaken, restrictToOwner, lockDirectory } from './data-directory.ts'

const rightsFolder = mkdtempSync(join(tmpdir(), 'bis-private-'))
after(() => rmSync(rightsFolder, { recursive: true, force: true }))

for (const [was, becomes] of [
  [0o755, '700'],
  [0o777, '700'],
  [0o700, '700'],
  [0o555, '500'],
] as const)
  test(`a folder of the rights ${was.toString(8)} is left with ${becomes}`, () => {
    const path = join(rightsFolder, String(was))
    mkdirSync(path)
    chmodSync(path, was)
    restrictToOwner(path)
    assert.equal((statSync(path).mode & 0o777).toString(8), becomes)
  })

test('one that is not there is not made', () => {
  restrictToOwner(join(rightsFolder, 'nowhere'))
  assert.ok(!existsSync(join(rightsFolder, 'nowhere')))
})

const MODULE = new URL('./data-directory.ts', import.meta.url).href
/** What a process releases at its end is free only after its last thread has ended. */
const FREE_WITHIN_MS = 20_000

function ownFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'bis-lock-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Code of a process that locks `folder`, prints its pid or the refusal, and keeps running where `stays`. */
const locking = (folder: string, stays: boolean) => `
  import { setImmediate as turn } from 'node:timers/promises'
  const { DirectoryTaken, lockDirectory } = await import(${JSON.stringify(MODULE)})
  try {
    lockDirectory(${JSON.stringify(folder)})
    // A lock that nothing refers to would be collected here.
    for (let times = 0; times < 5; times++) {
      globalThis.gc()
      await turn()
    }
    process.stdout.write(String(process.pid))
    ${stays ? 'setInterval(() => {}, 60_000)' : ''}
  } catch (error) {
    process.stdout.write(error instanceof DirectoryTaken ? 'refused' : String(error))
  }`

const nodeWith = (code: string) => ['--expose-gc', '--input-type=module', '--eval', code]

async function holder(t: TestContext, folder: string) {
  const child = spawn(process.execPath, nodeWith(locking(folder, true)))
  t.after(() => child.kill('SIGKILL'))
  const [pid] = await once(child.stdout, 'data')
  assert.equal(String(pid), String(child.pid))
  return child
}

/** Returns what a process started by `command` prints about `folder`. */
async function outputOf(command: readonly string[], args: readonly string[]): Promise<string> {
  const [program = '', ...before] = [...command, process.execPath, ...args]
  const child = spawn(program, before, { stdio: ['ignore', 'pipe', 'inherit'] })
  return text(child.stdout)
}

/** As in another container: no process but its own has a pid, and /proc lists none. */
const BLIND = `
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const fail = (code) => { throw Object.assign(new Error(code), { code }) }
  process.kill = () => fail('ESRCH')
  const { readFileSync } = fs
  fs.readFileSync = (path, ...rest) =>
    String(path).startsWith('/proc/') ? fail('ENOENT') : readFileSync(path, ...rest)
  syncBuiltinESMExports()`

const NAMESPACE = ['unshare', '--pid', '--fork', '--mount-proc']
const mayUnshare = spawnSync(NAMESPACE[0] ?? '', [...NAMESPACE.slice(1), 'true']).status === 0

async function waitUntilFree(folder: string): Promise<void> {
  for (const until = Date.now() + FREE_WITHIN_MS; ; await sleep(20))
    try {
      lockDirectory(folder)()
      return
    } catch (error) {
      if (!(error instanceof DirectoryTaken) || Date.now() > until) throw error
    }
}

describe('a directory', () => {
  test('is taken once, and free again when it is given back', (t) => {
    const folder = ownFolder(t)
    const unlock = lockDirectory(folder)
    assert.throws(() => lockDirectory(folder), DirectoryTaken)
    unlock()
    lockDirectory(folder)()
  })

  test('that is not there yet is made', (t) => {
    const folder = join(ownFolder(t), 'deep', 'er')
    lockDirectory(folder)()
    assert.ok(existsSync(folder))
  })

  test('of another process is refused in one sentence that says what to do', async (t) => {
    const folder = ownFolder(t)
    await holder(t, folder)
    assert.throws(
      () => lockDirectory(folder),
      (error) =>
        error instanceof DirectoryTaken &&
        error.message ===
          `С каталогом ${folder} уже работает другой процесс: сначала остановите «Бис» или задайте другой DATA_DIR.`,
    )
  })

  test('of a process that another container cannot see is refused there', async (t) => {
    const folder = ownFolder(t)
    await holder(t, folder)
    const blind = `data:text/javascript,${encodeURIComponent(BLIND)}`
    assert.equal(
      await outputOf([], ['--import', blind, ...nodeWith(locking(folder, false))]),
      'refused',
    )
  })

  if (mayUnshare)
    test('of one PID namespace is refused in another', async (t) => {
      const folder = ownFolder(t)
      await holder(t, folder)
      assert.equal(await outputOf(NAMESPACE, nodeWith(locking(folder, false))), 'refused')
    })
})

describe('the directory of a process that was killed', () => {
  test('comes free', async (t) => {
    const folder = ownFolder(t)
    const child = await holder(t, folder)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await waitUntilFree(folder)
  })

  test('comes free though nobody reaps it', async (t) => {
    const folder = ownFolder(t)
    const code = join(folder, 'holder.mjs')
    writeFileSync(code, locking(folder, true))
    // `sleep` replaces the shell and never waits for the child that it gets with it.
    const parent = spawn('sh', [
      '-c',
      '"$0" --expose-gc "$1" & exec sleep 600',
      process.execPath,
      code,
    ])
    t.after(() => parent.kill('SIGKILL'))
    const [pid] = await once(parent.stdout, 'data')
    const isTaken = await outputOf([], nodeWith(locking(folder, false)))
    process.kill(Number(pid), 'SIGKILL')
    assert.equal(isTaken, 'refused')
    await waitUntilFree(folder)
    assert.ok(process.kill(Number(pid), 0), 'its number is still taken')
  })
})
