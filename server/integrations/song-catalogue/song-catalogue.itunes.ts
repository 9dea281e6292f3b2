import { isRecord } from '#domain/record.ts'
import { asSong } from '#domain/songs/catalogue-file.ts'
import type { SongText } from '#server/modules/songs/catalogue.ts'
import type { SongCatalogue } from './song-catalogue.ts'
import { boundedText } from '../bounded-text.ts'
import { serviceFetch } from '../outgoing-fetch.ts'

/** The maximum size of an answer of 25 songs; one of theirs has 45 KB. */
const MOST_BYTES = 256 * 1024
const SONGS = 25
const TERM_MOST = 100

/**
 * Apple's catalogue through its Search API, in the Russian store. No language is set: the documented ones are English
 * and Japanese, and without one the store uses its own. `url`: «https://itunes.apple.com», without a slash at the end.
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
      const answer = await serviceFetch(`${url}/search?${query}`, { signal })
      if (!answer.ok || answer.body === null) {
        await answer.body?.cancel()
        throw new Error(`the catalogue answered ${answer.status}`)
      }
      const tooLong = () => new Error(`the catalogue sends more than ${MOST_BYTES} bytes`)
      return songsOf(JSON.parse(await boundedText(answer.body, MOST_BYTES, tooLong)))
    },
  }
}

/** Titles and performers alone: pictures and samples belong to Apple, and come with terms. */
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
