import { Refusal } from '#domain/refusal.ts'
import { decodeAs, likeliest } from '#domain/songs/text-encoding.ts'

/** A file of an archive: its contents, or why it has none. */
type ZipMember = { path: string; bytes: Uint8Array<ArrayBuffer> } | { path: string; why: string }

/** Bytes of all unpacked files; a piece yields at most some 4 MB. */
const UNPACKED_MOST = 16 * 1024 * 1024
export const UNPACKED_TOO_LARGE = 'внутри больше 16 МБ'
const PIECE = 4096
const ENTRIES_MOST = 20_000

const END = 0x06054b50
const END_LENGTH = 22
const ENTRY = 0x02014b50
const ENTRY_LENGTH = 46
const LOCAL = 0x04034b50
const LOCAL_LENGTH = 30
const COMMENT_MOST = 0xffff
const UNKNOWN = 0xffffffff

const UNICODE_PATH = 0x7075
const ZIP64 = 0x0001

const STORED = 0
const DEFLATED = 8
const METHODS: Readonly<Record<number, string>> = {
  9: 'Deflate64',
  12: 'bzip2',
  14: 'LZMA',
  93: 'Zstandard',
  95: 'XZ',
  98: 'PPMd',
}

type Entry = {
  name: Uint8Array<ArrayBuffer>
  extra: Uint8Array<ArrayBuffer>
  isEncrypted: boolean
  method: number
  crc: number
  length: number
  at: number
}

export const isZip = ([first, second]: Uint8Array) => first === 0x50 && second === 0x4b

const broken = () => new Refusal('VALIDATION', 'архив повреждён')

/** Returns the contents of the extra field with this number. */
function fieldOf(extra: Uint8Array<ArrayBuffer>, wanted: number): Uint8Array<ArrayBuffer> | null {
  for (let at = 0; at + 4 <= extra.length;) {
    const id = (extra[at] ?? 0) | ((extra[at + 1] ?? 0) << 8)
    const length = (extra[at + 2] ?? 0) | ((extra[at + 3] ?? 0) << 8)
    if (id === wanted) return extra.subarray(at + 4, at + 4 + length)
    at += 4 + length
  }
  return null
}

/** Reads the list at the archive's end: only there are the sizes of files that were written as a stream. */
function entriesOf(archive: Uint8Array<ArrayBuffer>): Entry[] {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  const first = Math.max(0, archive.length - END_LENGTH - COMMENT_MOST)
  let end = archive.length - END_LENGTH
  while (end >= first && view.getUint32(end, true) !== END) end--
  if (end < first) throw broken()
  const count = view.getUint16(end + 10, true)
  if (count > ENTRIES_MOST) throw new Refusal('VALIDATION', 'внутри больше 20 000 файлов')
  let at = end - view.getUint32(end + 12, true)
  // Something may stand before the archive: its own program, or a mark.
  const before = at - view.getUint32(end + 16, true)
  const entries: Entry[] = []
  for (let n = 0; n < count; n++) {
    if (at < 0 || at + ENTRY_LENGTH > end || view.getUint32(at, true) !== ENTRY) throw broken()
    const nameEnd = at + ENTRY_LENGTH + view.getUint16(at + 28, true)
    const extraEnd = nameEnd + view.getUint16(at + 30, true)
    const extra = archive.subarray(nameEnd, extraEnd)
    entries.push({
      name: archive.subarray(at + ENTRY_LENGTH, nameEnd),
      extra,
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      ...placeOf(view, at, extra, before),
    })
    at = extraEnd + view.getUint16(at + 32, true)
  }
  return entries
}

/** The compressed length of a file and its place; in a ZIP64 they stand in the extra field. */
function placeOf(view: DataView, at: number, extra: Uint8Array<ArrayBuffer>, before: number) {
  const sizes = [24, 20, 42].map((field) => view.getUint32(at + field, true))
  const large = fieldOf(extra, ZIP64)
  const long = large && new DataView(large.buffer, large.byteOffset, large.byteLength)
  let used = 0
  const [, length = 0, start = 0] = sizes.map((size) => {
    if (size !== UNKNOWN || long === null || used + 8 > long.byteLength) return size
    used += 8
    return Number(long.getBigUint64(used - 8, true))
  })
  return { length, at: start + before }
}

const CRCS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  return crc
})

/** CRC-32. */
function checksum(bytes: Uint8Array): number {
  let crc = -1
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRCS[(crc ^ byte) & 255] ?? 0)
  return ~crc >>> 0
}

/** The name in the Unicode extra field; null where there is none, or the file was renamed by a program that knows no such. */
function unicodePath({ name, extra }: Entry): string | null {
  const field = fieldOf(extra, UNICODE_PATH)
  if (field === null || field.length < 6) return null
  const sum = new DataView(field.buffer, field.byteOffset).getUint32(1, true)
  return sum === checksum(name) ? decodeAs(field.subarray(5), 'utf-8') : null
}

/** The name where it is valid UTF-8 beyond ASCII: few programs set the flag that says so. */
function utf8Path(name: Uint8Array): string | null {
  if (name.every((byte) => byte < 128)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(name)
  } catch {
    return null
  }
}

/** Composed names, in the one older encoding that the whole archive has. */
function pathsOf(entries: readonly Entry[]): string[] {
  const known = entries.map((entry) => utf8Path(entry.name) ?? unicodePath(entry))
  const others = entries.filter((_, at) => known[at] === null).flatMap(({ name }) => [...name, 10])
  const old = likeliest(Uint8Array.from(others), ['ibm866', 'windows-1251', 'windows-1252'])
  return entries.map(({ name }, at) => (known[at] ?? decodeAs(name, old)).normalize('NFC'))
}

/** Whether the archive is a document of Word; refuses VALIDATION for a broken one. */
export const isWord = (archive: Uint8Array<ArrayBuffer>) =>
  pathsOf(entriesOf(archive)).includes('word/document.xml')

type Packed = { packed: Uint8Array<ArrayBuffer>; method: number }

/** Unpacks piece by piece, since the sizes in headers may be false: it stops as soon as the limit is reached. */
async function unpacking(archive: Uint8Array) {
  const { Inflate } = await import('fflate')
  let room = UNPACKED_MOST
  // Files of an honest archive do not overlap.
  let packedRoom = archive.length
  const admit = (piece: Uint8Array) => {
    room -= piece.length
    if (room < 0) throw new Refusal('VALIDATION', UNPACKED_TOO_LARGE)
  }
  return ({ packed, method }: Packed) => {
    packedRoom -= packed.length
    if (packedRoom < 0) throw broken()
    if (method === STORED) {
      admit(packed)
      return packed
    }
    const pieces: Uint8Array[] = []
    const inflate = new Inflate((piece) => {
      admit(piece)
      pieces.push(piece)
    })
    for (let at = 0; at < packed.length; at += PIECE)
      inflate.push(packed.subarray(at, at + PIECE), at + PIECE >= packed.length)
    return joined(pieces)
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** A folder, or a system's own file. */
const isHidden = (path: string) => /(?:^|\/)(?:\._|\.DS_Store$|__MACOSX\/)|\/$/u.test(path)

/**
 * Reads the wanted files of an archive; one that cannot be read does not hinder the others. Refuses VALIDATION for an
 * archive that is broken or unpacks to too much.
 */
export async function readZip(
  archive: Uint8Array<ArrayBuffer>,
  isWanted = (path: string) => !isHidden(path),
): Promise<ZipMember[]> {
  const entries = entriesOf(archive)
  const paths = pathsOf(entries)
  const unpack = await unpacking(archive)
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  const read = ({ isEncrypted, method, crc, length, at }: Entry) => {
    if (isEncrypted) return 'под паролем, такое не читаем'
    if (method !== STORED && method !== DEFLATED)
      return `сжат способом ${METHODS[method] ?? method}, такой не читаем`
    if (at < 0 || at + LOCAL_LENGTH > archive.length || view.getUint32(at, true) !== LOCAL)
      return 'файл повреждён'
    const from = at + LOCAL_LENGTH + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
    if (from + length > archive.length) return 'файл повреждён'
    const packed = archive.subarray(from, from + length)
    try {
      const bytes = unpack({ packed, method })
      return checksum(bytes) === crc ? bytes : 'файл повреждён'
    } catch (error) {
      if (error instanceof Refusal) throw error
      return 'файл повреждён'
    }
  }
  return entries.flatMap((entry, at): ZipMember[] => {
    const path = paths[at] ?? ''
    if (!isWanted(path)) return []
    const found = read(entry)
    return typeof found === 'string' ? [{ path, why: found }] : [{ path, bytes: found }]
  })
}
