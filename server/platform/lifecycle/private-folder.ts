import { chmodSync, statSync } from 'node:fs'

const OWNER = 0o700
const OTHERS = 0o077

/**
 * Closes a folder that others than its owner could open: the embedded database makes its files so that
 * anybody could change them. One that is not there, or of another user, is left as it is.
 */
export function closeToOthers(folder: string): void {
  const known = statSync(folder, { throwIfNoEntry: false })
  if (known === undefined || known.uid !== process.getuid?.()) return
  if ((known.mode & OTHERS) !== 0) chmodSync(folder, known.mode & OWNER)
}

/** From here on what this process makes can be read by its own user alone. */
export function writePrivately(): void {
  process.umask(OTHERS)
}
