import { statfsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'

export const MEGABYTE = 1024 * 1024
/**
 * An embedded database that cannot create the next file of its WAL (16 MB) ends in the middle of a statement, and would
 * take this process with it: writes are stopped before that.
 */
const LEAST = 24 * MEGABYTE
/** Must be free before writes go on, and at the start. */
export const ENOUGH = 32 * MEGABYTE
const LOOK_MS = 1000

export type DiskSpace = {
  /** Whether the disk of the embedded database has room; true where the database is elsewhere. */
  enough(): boolean
  /** Free bytes on the disk of DATA_DIR; null where they are unknown, and where nothing is stored there. */
  free(): number | null
  /** Checks again at once. */
  look(): void
  stop(): void
}

type DiskSpaceLog = {
  warn(fields: object, sentence: string): void
  error(fields: object, sentence: string): void
}

/** Watches the free space of the disk under `folder`. */
export function watchDiskSpace(deps: {
  folder: string
  /** What is stored there: the database itself, photos alone, or nothing that matters. */
  stores: 'database' | 'photos' | 'nothing'
  log: DiskSpaceLog
}): DiskSpace {
  const { folder, stores, log } = deps
  let free: number | null = null
  let enough = true

  function take(bytes: number): void {
    free = bytes
    if (stores !== 'database') return
    const before = enough
    enough = bytes >= (enough ? LEAST : ENOUGH)
    const megabytes = Math.floor(bytes / MEGABYTE)
    if (before && !enough)
      log.error({ megabytes }, 'the disk is full: nothing is written until there is room')
    else if (!before && enough) log.warn({ megabytes }, 'the disk has room again')
  }

  function look(): void {
    try {
      const { bavail, bsize } = statfsSync(folder)
      take(bavail * bsize)
    } catch {
      free = null
    }
  }

  async function lookLater(): Promise<void> {
    try {
      const { bavail, bsize } = await statfs(folder)
      take(bavail * bsize)
    } catch {
      free = null
    }
  }

  if (stores === 'nothing') return UNLIMITED_DISK
  look()
  const looks = setInterval(() => void lookLater(), LOOK_MS)
  looks.unref()
  return { enough: () => enough, free: () => free, look, stop: () => clearInterval(looks) }
}

/** For a process whose database is elsewhere, and for tests. */
export const UNLIMITED_DISK: DiskSpace = {
  enough: () => true,
  free: () => null,
  look() {},
  stop() {},
}
