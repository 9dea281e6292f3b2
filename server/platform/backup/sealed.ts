import { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'

/** A file that is not a whole backup of ours; the message is one sentence. */
export class BadBackup extends Error {
  override readonly name = 'BadBackup'
}

type Bytes = AsyncIterable<Uint8Array>

/** The first bytes of a file in the age format. */
const MARK = 'age-encryption.org/v1\n'

/** What `age-keygen` writes: comments, and a line for each secret key. */
const IDENTITY = /^AGE-SECRET-KEY-\S+$/gmu

/** The secret keys in the text of a key file. */
export const identitiesIn = (text: string): string[] => text.match(IDENTITY) ?? []

/** Encrypts to a public key (age): who holds the server's disk cannot read it. */
export async function* sealed(bytes: Bytes, key: string): Bytes {
  const encrypter = new Encrypter()
  encrypter.addRecipient(key)
  yield* await encrypter.encrypt(streamOf(bytes))
}

/** The library wants the stream of browsers. */
const streamOf = (bytes: Bytes) =>
  ReadableStream.from(bytes) as unknown as globalThis.ReadableStream<Uint8Array>

/**
 * Decrypts what is encrypted, and passes the rest.
 * @throws BadBackup without a key, with another one, and for a file that was changed.
 */
export async function* unsealed(bytes: Bytes, identities: readonly string[]): Bytes {
  const source = bytes[Symbol.asyncIterator]()
  const first = await source.next()
  const whole = (async function* () {
    for (let part = first; part.done !== true; part = await source.next()) yield part.value
  })()
  const isSealed =
    first.done !== true && Buffer.from(first.value).subarray(0, MARK.length).toString() === MARK
  yield* isSealed ? opened(whole, identities) : whole
}

async function* opened(bytes: Bytes, identities: readonly string[]): Bytes {
  if (identities.length === 0)
    throw new BadBackup('Копия зашифрована: добавьте файл с закрытым ключом, --key ФАЙЛ.')
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  try {
    yield* await decrypter.decrypt(streamOf(bytes))
  } catch (error) {
    const other = error instanceof Error && error.message.includes('no identity matched')
    throw new BadBackup(
      other
        ? 'Этот ключ копию не открывает: она зашифрована для другого.'
        : 'Файл повреждён или обрезан: он не расшифровывается.',
    )
  }
}
