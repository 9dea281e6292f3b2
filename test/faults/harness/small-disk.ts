import { execFileSync } from 'node:child_process'
import { cpSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ownFolder } from '#test/support/product/product.ts'

const MEGABYTE = 1024 * 1024
const PRELOAD = fileURLToPath(new URL('./other-machine.mjs', import.meta.url))

/** Makes the product see another clock or another disk: its environment, and setters for the values. */
export function otherMachine() {
  const folder = ownFolder()
  const file = join(folder.path, 'machine.json')
  const setMachine = (machine: { clockMs?: number; freeBytes?: number | null }) =>
    writeFileSync(file, JSON.stringify(machine))
  setMachine({})
  return {
    environment: {
      OTHER_MACHINE: file,
      NODE_OPTIONS: `--import ${pathToFileURL(PRELOAD).href}`,
    },
    setMachine,
    remove: folder.remove,
  }
}

/** A disk of its own of this size; null where this user may not mount one. */
export function smallDisk(megabytes: number) {
  const folder = ownFolder()
  try {
    const size = `size=${megabytes}m`
    execFileSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder.path], { stdio: 'ignore' })
  } catch {
    folder.remove()
    return null
  }
  const ballast = join(folder.path, 'ballast')
  const remount = (how: 'ro' | 'rw') =>
    execFileSync('mount', ['-o', `remount,${how}`, folder.path], { stdio: 'ignore' })
  return {
    path: folder.path,
    /** Leaves this number of megabytes free. */
    fill(leftMb: number): void {
      const { bavail, bsize } = statfsSync(folder.path)
      const bytes = bavail * bsize - leftMb * MEGABYTE
      if (bytes <= 0) return
      try {
        writeFileSync(ballast, Buffer.alloc(bytes, 1))
      } catch (error) {
        // The product wrote meanwhile, so the disk is already as full as it can be.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        if (leftMb > 0) truncateSync(ballast, Math.max(0, bytes - MEGABYTE))
      }
    },
    free: () => rmSync(ballast, { force: true }),
    readOnly: () => remount('ro'),
    writable: () => remount('rw'),
    remove(): void {
      execFileSync('umount', ['-l', folder.path], { stdio: 'ignore' })
      folder.remove()
    },
  }
}

export type SmallDisk = NonNullable<ReturnType<typeof smallDisk>>

/** A small disk with a copy of `dataDir` and `spareMb` of free space. */
export function smallDiskWith(dataDir: string, spareMb: number): SmallDisk | null {
  const taken = Number(execFileSync('du', ['-sm', dataDir]).toString().split('\t')[0])
  const disk = smallDisk(taken + spareMb)
  if (disk !== null) cpSync(dataDir, disk.path, { recursive: true })
  return disk
}
