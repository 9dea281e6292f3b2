import { Refusal } from '#domain/refusal.ts'

/**
 * Where files are kept, each under a name of `FILE_NAME`'s shape. Every call refuses FILES_DOWN when
 * the storage does not do it.
 */
export type Files = {
  /** Ends when the file is kept; a file that could not be kept whole is not kept at all. */
  put(name: string, bytes: Uint8Array, type: string): Promise<void>
  /** All of its bytes, which are few: an open file that nobody reads to its end would take the process down. Null for a name that nothing is kept under. */
  get(name: string): Promise<Uint8Array | null>
  /** Of a name that nothing is kept under too. */
  remove(name: string): Promise<void>
}

const FILE_NAME = /^[\da-z][\da-z-]*\.[\da-z]+$/u

/** Nothing that a stranger sends becomes a path: a name of another shape is a bug of the caller. */
export function safeName(name: string): string {
  if (!FILE_NAME.test(name)) throw new Error(`no name of a file: ${JSON.stringify(name)}`)
  return name
}

export function filesDown(): Refusal {
  return new Refusal(
    'FILES_DOWN',
    'Хранилище фотографий сейчас недоступно. Попробуйте ещё раз чуть позже.',
    undefined,
    { retryAfterSeconds: 30 },
  )
}
