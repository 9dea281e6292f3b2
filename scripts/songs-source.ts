import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { addAbortSignal, pipeline, Readable } from 'node:stream'
import type { Transform } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { UnreadableCatalogue } from '#server/modules/songs/catalogue-file.ts'
import type { CatalogueSource } from '#server/modules/songs/catalogue.service.ts'

/** A source that reports its progress. */
type OpenSource = CatalogueSource & {
  /** The share of the file that has been read, 0 to 1; null if its size is unknown. */
  share(): number | null
}

const HEAD = 1024 * 1024
const CHUNK = 256 * 1024
/** At least the length of the longest signature of a compression format. */
const MARK = 16
/** Ctrl+C also ends the process that writes into a pipe, and the pipe's end may arrive before the signal. */
const INTERRUPT_WAIT_MS = 100

const PACKERS = [
  { mark: '1f8b', open: () => createGunzip({ chunkSize: CHUNK }) },
  { mark: '28b52ffd', open: () => createZstdDecompress({ chunkSize: CHUNK }) },
  {
    mark: 'fd377a585a00',
    refused:
      'Файлы .xz читаются через xz: xz -dc ФАЙЛ.xz | npm run songs -- import - (из архива .tar.xz: xz -dc recording.tar.xz | tar -xOf - mbdump/recording | npm run songs -- import -).',
  },
  {
    mark: '425a68',
    refused: 'Файлы .bz2 читаются через bzip2: bzip2 -dc ФАЙЛ | npm run songs -- import -',
  },
  { mark: '504b0304', refused: 'Это архив zip или таблица Excel. Сохраните её как «CSV UTF-8».' },
]

/** Opens a file, or standard input for the name «-»; gzip and zstd are decompressed on the fly. */
export async function openSource(file: string, signal: AbortSignal): Promise<OpenSource> {
  return file === '-' ? openInput(signal) : openFile(resolve(file), signal)
}

async function openFile(path: string, signal: AbortSignal): Promise<OpenSource> {
  const found = await stat(path).catch(() => null)
  if (found === null || !found.isFile())
    throw new UnreadableCatalogue(`Файл «${path}» не открывается.`)
  let read = () => 0

  function opened(start: number): Readable {
    const raw = createReadStream(path, { start, highWaterMark: CHUNK })
    read = () => start + raw.bytesRead
    return addAbortSignal(signal, raw)
  }

  async function firstBytes(least: number): Promise<Buffer> {
    const [first, rest] = await gathered(unpacked(opened(0)), least)
    await rest.return?.()
    return first
  }

  async function isPacked(): Promise<boolean> {
    const [first, rest] = await gathered(opened(0), MARK)
    await rest.return?.()
    return packerOf(first) !== null
  }

  async function* from(position: number): AsyncGenerator<Buffer> {
    // An uncompressed file is read from the position at once.
    if (await isPacked()) yield* skipped(unpacked(opened(0)), position)
    else yield* opened(position)
  }

  return {
    name: path,
    size: found.size,
    share: () => (found.size === 0 ? null : Math.min(1, read() / found.size)),
    head: async () => (await firstBytes(HEAD)).subarray(0, HEAD),
    from,
  }
}

function openInput(signal: AbortSignal): OpenSource {
  const bytes = unpacked(addAbortSignal(signal, process.stdin))
  let head: Promise<[Buffer, AsyncIterator<Buffer>]> | undefined
  const begin = () => (head ??= gathered(bytes, HEAD))

  async function* all(): AsyncGenerator<Buffer> {
    const [first, rest] = await begin()
    yield first
    for (;;) {
      const { done, value } = await rest.next()
      if (done === true) break
      yield value
    }
    await pause(INTERRUPT_WAIT_MS)
    signal.throwIfAborted()
  }

  return {
    name: '-',
    size: null,
    share: () => null,
    // A pipe's chunks vary in size; the head of the same file must be the same.
    head: async () => (await begin())[0].subarray(0, HEAD),
    from: (position) => skipped(all(), position),
  }
}

/** Null if it is not compressed. */
function packerOf(first: Buffer): (() => Transform) | null {
  const packer = PACKERS.find(({ mark }) => first.toString('hex').startsWith(mark))
  if (packer?.refused !== undefined) throw new UnreadableCatalogue(packer.refused)
  return packer?.open ?? null
}

async function* unpacked(raw: Readable): AsyncGenerator<Buffer> {
  const [first, rest] = await gathered(raw, MARK)
  async function* whole(): AsyncGenerator<Buffer> {
    yield first
    yield* { [Symbol.asyncIterator]: () => rest }
  }
  const packer = packerOf(first)
  if (packer === null) yield* whole()
  else yield* through(packer(), whole())
}

async function* through(packer: Transform, packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  // An error of any stream comes out of the last one.
  pipeline(Readable.from(packed), packer, () => {})
  try {
    yield* packer
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^Z(?:_|STD)/u.test(String(error.code)))
      throw new UnreadableCatalogue(
        'Сжатый файл испорчен или обрывается. Песни до этого места сохранены.',
      )
    throw error
  }
}

/** The first bytes, at least `least` if there are so many, and an iterator for the rest. */
async function gathered(
  source: AsyncIterable<Buffer>,
  least: number,
): Promise<[Buffer, AsyncIterator<Buffer>]> {
  const rest = source[Symbol.asyncIterator]()
  const parts: Buffer[] = []
  for (let length = 0; length < least; length += parts.at(-1)?.length ?? 0) {
    const { done, value } = await rest.next()
    if (done === true) break
    parts.push(value)
  }
  return [Buffer.concat(parts), rest]
}

async function* skipped(source: AsyncIterable<Buffer>, position: number): AsyncGenerator<Buffer> {
  let left = position
  for await (const chunk of source) {
    if (left < chunk.length) yield chunk.subarray(left)
    left = Math.max(0, left - chunk.length)
  }
}
