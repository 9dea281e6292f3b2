import { asSong } from '#domain/songs/catalogue-file.ts'
import type { SongText } from '#server/modules/songs/catalogue.ts'
import type { SongCatalogue } from './song-catalogue.ts'

/** The most that an answer of 25 songs may weigh; one of theirs weighs 45 KB. */
const MOST_BYTES = 256 * 1024
const SONGS = 25
const TERM_MOST = 100

/**
 * Apple's catalogue by its Search API, in the shop of Russia. No language is named: the documented ones
 * are English and Japanese, and without one the shop speaks its own.
 * `url`: «https://itunes.apple.com», without a slash at the end.
 */
export function itunesCatalogue({ url }: { url: string }): SongCatalogue {
  return {
    async find(input, { signal }) {
      const query = new URLSearchParams({
        term: Array.from(input).slice(0, TERM_MOST).join(''),
        country: 'RU',
        media: 'music',
        entity: 'song',
        limit: String(SONGS),
      })
      const answer = await fetch(`${url}/search?${query}`, { signal, redirect: 'error' })
      if (!answer.ok || answer.body === null) {
        await answer.body?.cancel()
        throw new Error(`the catalogue answered ${answer.status}`)
      }
      return songsOf(JSON.parse(await boundedText(answer.body)))
    },
  }
}

/** Leaving the loop by throwing also ends the download. */
async function boundedText(body: ReadableStream<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body) {
    bytes += part.length
    if (bytes > MOST_BYTES) throw new Error(`the catalogue sends more than ${MOST_BYTES} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Titles and performers alone: pictures and samples are theirs, and come with terms. */
function songsOf(answer: unknown): SongText[] {
  if (!isRecord(answer) || !Array.isArray(answer['results']))
    throw new Error('the catalogue answers in another shape')
  return answer['results']
    .slice(0, SONGS)
    .filter(isRecord)
    .flatMap(({ kind, trackName, artistName }) => {
      if (kind !== 'song' || typeof trackName !== 'string' || typeof artistName !== 'string')
        return []
      const song = asSong(trackName, artistName)
      return 'leftOut' in song ? [] : [song]
    })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
