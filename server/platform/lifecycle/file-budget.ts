import { readFileSync } from 'node:fs'

/** How a process spends the files that it may open. */
export type FileBudget = {
  /** The most files of an embedded database. */
  databaseFiles: number
  /** The most connections; undefined where the system does not tell its limit. */
  connections?: number
  /** Of these, the most live sockets of listeners, and those that pads alone get beyond them. */
  watchers: number
  pads: number
}

/** For the database, files, calls to others and workers. */
const FILES = 512
/** Of these, for an embedded database: it has some 700, and closes those that it used least recently. */
export const DATABASE_FILES = 320
/** PostgreSQL refuses a smaller maximum. */
const LEAST_DATABASE_FILES = 64
/** Connections with requests, which live sockets cannot take. */
const REQUESTS = 256
const PADS = 512

/** How many files a process needs for so many watchers. */
export const filesFor = (watchers: number): number => watchers + PADS + REQUESTS + FILES

/** How many files this process may open; null where the system does not say. */
export function filesMost(): number | null {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    const [, soft = ''] = /^Max open files\s+(\d+|unlimited)/mu.exec(limits) ?? []
    return soft === 'unlimited' ? Infinity : Number(soft) || null
  } catch {
    return null
  }
}

/** Divides the files of a process; a small limit in proportion. */
export function fileBudget(most: number | null, maxWatchers: number): FileBudget {
  const all = most ?? Infinity
  const files = Math.min(FILES, Math.floor(all / 2))
  const connections = all - files
  const sockets = connections - Math.min(REQUESTS, Math.floor(connections / 4))
  const pads = Math.min(PADS, Math.ceil(sockets / 8))
  return {
    databaseFiles: Math.max(LEAST_DATABASE_FILES, Math.floor((files * DATABASE_FILES) / FILES)),
    ...(Number.isFinite(connections) && { connections }),
    watchers: Math.max(1, Math.min(maxWatchers, sockets - pads)),
    pads,
  }
}
