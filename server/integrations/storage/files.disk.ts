import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Files } from './files.ts'
import { filesDown, safeName } from './files.ts'

type DiskDeps = {
  /** Created with the first file. */
  folder: string
  log: { error(fields: object, sentence: string): void }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** A part that a crash leaves is removed with its file. */
function partOf(path: string): string {
  return `${path}.part`
}

/** Files in a folder of this machine. */
export function diskFiles({ folder, log }: DiskDeps): Files {
  async function attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      log.error({ err: error }, 'the folder of files did not do what it was asked')
      throw filesDown()
    }
  }

  const pathOf = (name: string) => join(folder, safeName(name))

  async function read(path: string): Promise<Uint8Array | null> {
    try {
      return await readFile(path)
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null
      throw error
    }
  }

  async function write(path: string, bytes: Uint8Array): Promise<void> {
    const file = await open(path, 'w')
    try {
      await file.writeFile(bytes)
      // Without it a power cut could leave a name without its content.
      await file.sync()
    } finally {
      await file.close()
    }
  }

  return {
    async put(name, bytes) {
      const path = pathOf(name)
      await attempt(async () => {
        await mkdir(folder, { recursive: true })
        try {
          await write(partOf(path), bytes)
          await rename(partOf(path), path)
        } catch (error) {
          await rm(partOf(path), { force: true }).catch(() => {})
          throw error
        }
      })
    },

    async get(name) {
      const path = pathOf(name)
      return attempt(() => read(path))
    },

    async remove(name) {
      const path = pathOf(name)
      await attempt(async () => {
        await rm(partOf(path), { force: true })
        await rm(path, { force: true })
      })
    },
  }
}
