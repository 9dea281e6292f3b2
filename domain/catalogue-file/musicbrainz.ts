import type { FileLine } from './file-line.ts'
import { asSong } from './file-line.ts'

/** Fields that a release or a group of releases has and a recording has not. */
const OF_RELEASES = [
  'media',
  'release-group',
  'release-events',
  'packaging',
  'barcode',
  'primary-type',
  'secondary-types',
]
/** How MusicBrainz names what is on a disc and is no song. */
const NO_SONG =
  /^\[(?:untitled|unknown|silence|data track|data|crowd noise|guitar solo|dialogue|interview)\]$/iu
/** Performers that stand for «nobody knows»; a song goes without one. */
const NOBODY = /^\[(?:unknown|anonymous|traditional|no artist|data|dialogue)\]$/iu

const OTHER_KIND = { leftOut: 'Это не запись песни (recording)' }
const BROKEN = { leftOut: 'Строка не читается как JSON' }

/** Takes a line of MusicBrainz's dump in JSON, where each line is one entity; never throws. */
export function readMusicBrainz(line: string): FileLine {
  let entity: unknown
  try {
    entity = JSON.parse(line)
  } catch {
    return BROKEN
  }
  if (!isRecord(entity)) return BROKEN
  const { title, 'artist-credit': credit } = entity
  if (typeof title !== 'string' || !Array.isArray(credit)) return OTHER_KIND
  if (OF_RELEASES.some((field) => field in entity)) return OTHER_KIND
  if (NO_SONG.test(title)) return { leftOut: 'На этой дорожке нет песни' }
  const artistName = performers(credit)
  return asSong(title, NOBODY.test(artistName) ? '' : artistName)
}

/** The names with what is written between them: «Би-2 feat. Диана Арбенина». */
function performers(credit: readonly unknown[]): string {
  return credit
    .filter(isRecord)
    .map(({ name, joinphrase }) => wordsIn(name) + wordsIn(joinphrase))
    .join('')
}

function wordsIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
