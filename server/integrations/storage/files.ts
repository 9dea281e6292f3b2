import { Refusal } from '#domain/refusal.ts'

/**
 * A storage of files, each under a name of `FILE_NAME`'s shape. Every call refuses FILES_DOWN when the storage fails.
 */
export type Files = {
  /** Resolves when the file is stored; a file that could not be stored whole is not stored at all. */
  put(name: string, bytes: Uint8Array, type: string): Promise<void>
  /** All of its bytes, which are few: an open file that is not read to its end would crash the process. Null for a name without a file. */
  get(name: string): Promise<Uint8Array | null>
  /** Succeeds for a name without a file too. */
  remove(name: string): Promise<void>
}

const FILE_NAME = /^[\da-z][\da-z-]*\.[\da-z]+$/u

/** No untrusted input becomes a path: a name of another shape is a bug of the caller. */
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
