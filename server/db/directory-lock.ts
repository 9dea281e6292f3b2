import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
  for (let attempt = 1; ; attempt++) {
    try {
      writeFileSync(file, text, { flag: 'wx' })
      break
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      const holder = holderIn(file)
      if (attempt > 3 || (holder !== null && isAlive(holder)))
        throw new DirectoryTaken(
          `С каталогом ${directory} уже работает другой процесс${holder === null ? '' : ` (номер ${holder.pid})`}. Остановите его или задайте другой DATA_DIR.`,
          { cause: error },
        )
      rmSync(file, { force: true })
    }
  }
  return () => {
    if (read(file) === text) rmSync(file, { force: true })
  }
}
