import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Another live process works on this directory. */
export class DirectoryTaken extends Error {
  override readonly name = 'DirectoryTaken'
}

type Holder = { pid: number; boot: string; started: string }

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return ''
  }
}

// A pid is used again after a reboot or by a later process: these two tell whether it is the same one.
const bootId = () => read('/proc/sys/kernel/random/boot_id')
const startOf = (pid: number) => read(`/proc/${pid}/stat`).split(' ').at(21) ?? ''

function isAlive(holder: Holder): boolean {
  if (holder.boot !== bootId()) return false
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  return holder.started === startOf(holder.pid)
}

function holderIn(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch {
    return null
  }
}

const TURN_TRIES = 50
const TURN_WAIT_MS = 10
const TURN_FORGOTTEN_MS = 10_000

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** Looks at the lock and changes it with no other process in between; false where they hold it up for too long. */
function inTurn(turn: string, work: () => void): boolean {
  for (let tries = 0; tries < TURN_TRIES; tries++) {
    try {
      mkdirSync(turn)
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error
      // A turn takes less than a millisecond: one that lasts belongs to a process that was killed in it.
      const age = Date.now() - (statSync(turn, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
      if (age > TURN_FORGOTTEN_MS) rmSync(turn, { recursive: true, force: true })
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TURN_WAIT_MS)
      continue
    }
    try {
      work()
    } finally {
      rmSync(turn, { recursive: true, force: true })
    }
    return true
  }
  return false
}

function taken(directory: string, holder: Holder | null): DirectoryTaken {
  const who = holder === null ? '' : ` (номер ${holder.pid})`
  return new DirectoryTaken(
    `С каталогом ${directory} уже работает другой процесс${who}. Остановите его или задайте другой DATA_DIR.`,
  )
}

/**
 * Takes the directory for this process: the embedded database takes no lock of its own, and two
 * processes on it would spoil it. A lock left by a killed process is taken over.
 * @throws DirectoryTaken while another live process holds it.
 * @returns what gives it back.
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true })
  const file = join(directory, 'bis.lock')
  const own: Holder = { pid: process.pid, boot: bootId(), started: startOf(process.pid) }
  const text = JSON.stringify({ ...own, key: randomUUID() })
  const hadTurn = inTurn(`${file}.turn`, () => {
    const holder = holderIn(file)
    if (holder !== null && isAlive(holder)) throw taken(directory, holder)
    writeFileSync(file, text)
  })
  if (!hadTurn) throw taken(directory, null)
  return () => {
    if (read(file) === text) rmSync(file, { force: true })
  }
}
