import type { QueryOf } from '#contract/endpoint.ts'
import type { api } from '#contract/index.ts'
import type { PerformedEvening } from '#contract/works.ts'
import { ownConcert } from '#domain/concerts/concert.ts'
import { checkDays, lengthToTell } from '#domain/concerts/performed-works.ts'
import { csvMoment, csvText } from '#domain/csv.ts'
import { checkLine } from '#domain/fields.ts'
import { lengthWords } from '#domain/songs/song-about.ts'
import type { Context } from '#server/context.ts'
import { concertFacts } from '#server/platform/db/concert-facts.ts'
import { performedSongs } from './performed-works.store.ts'

type Asked = QueryOf<typeof api.works.performed>

/** What was played in a concert or on these days, by evening. Refuses NOT_FOUND, NOT_YOURS, and VALIDATION at the days. */
export async function performedWorks(
  { sql }: Context,
  artistId: string,
  asked: Asked,
): Promise<PerformedEvening[]> {
  const { sessionId = null } = asked
  if (sessionId !== null) ownConcert(await concertFacts(sql, sessionId), artistId)
  const days = checkDays(asked)
  const evenings = new Map<string, PerformedEvening>()
  for (const row of await performedSongs(sql, artistId, { sessionId, days })) {
    const { songId, title, artistName, musicBy, wordsBy, times } = row
    const evening = evenings.get(row.sessionId) ?? {
      sessionId: row.sessionId,
      title: row.concert,
      dateTimeStart: row.began.toISOString(),
      timeZone: row.timeZone,
      venue: row.venue,
      town: row.town,
      works: [],
    }
    const seconds = lengthToTell(row.noted, row.took)
    evening.works.push({ songId, title, artistName, musicBy, wordsBy, seconds, times })
    evenings.set(row.sessionId, evening)
  }
  return [...evenings.values()]
}

const ORGANISER_MAX = 200

/** The same as a table, a row for each song of an evening; times are those of the venue. */
export async function performedWorksCsv(
  ctx: Context,
  artistId: string,
  { organiser: typed = '', ...asked }: QueryOf<typeof api.works.performedCsv>,
): Promise<string> {
  const organiser = checkLine(typed, {
    field: 'organiser',
    max: ORGANISER_MAX,
    blank: null,
    tooLong: `Организатор — не длиннее ${ORGANISER_MAX} символов`,
  })
  const evenings = await performedWorks(ctx, artistId, asked)
  return csvText([
    HEADINGS,
    ...evenings.flatMap((evening) =>
      evening.works.map((work) => [
        csvMoment(new Date(evening.dateTimeStart), evening.timeZone),
        evening.timeZone,
        evening.title,
        organiser,
        evening.venue,
        evening.town,
        work.title,
        work.artistName,
        work.musicBy,
        work.wordsBy,
        work.seconds === null ? '' : lengthWords(work.seconds),
        String(work.times),
      ]),
    ),
  ])
}

const HEADINGS = [
  'Начало',
  'Часовой пояс',
  'Концерт',
  'Организатор',
  'Площадка',
  'Город',
  'Название',
  'Исполнитель',
  'Автор музыки',
  'Автор слов',
  'Длительность',
  'Сколько раз',
]
