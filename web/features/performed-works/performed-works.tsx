import { useState } from 'react'
import { useLoaderData, useNavigation, useSearchParams } from 'react-router'
import { api } from '#contract/index.ts'
import type { PerformedEvening } from '#contract/works.ts'
import { worksTogether } from '#domain/concerts/performed-works.ts'
import { countedSongs, dayOfMonth, monthName } from '#domain/russian.ts'
import { lengthWords } from '#domain/songs/song-about.ts'
import { sentenceOf } from '#web/lib/calls/call-failed.ts'
import { call, callForFile } from '#web/lib/calls/call.ts'
import { readStored, writeStored } from '#web/lib/device/device-memory.ts'
import { artistPage, ownConcert } from '#web/parts/frame/artist-page.tsx'
import { CsvButton } from '#web/parts/csv-button.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Printer } from '#web/ui/icons/artist-icons.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import css from './performed-works.module.css'

type Span = { sessionId?: string; from?: string; till?: string }
type Loaded = {
  span: Span
  name: string
  evenings: readonly PerformedEvening[]
  /** Why there is no list: a wrong span. */
  failed: string | null
}

function spanIn(search: URLSearchParams): Span {
  const given = (name: keyof Span) => search.get(name) ?? ''
  const sessionId = given('sessionId')
  if (sessionId !== '') return { sessionId }
  const [from, till] = [given('from'), given('till')]
  return { ...(from !== '' && { from }), ...(till !== '' && { till }) }
}

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage(
  'Исполненные произведения',
  async (artist, { request }): Promise<Loaded> => {
    const span = spanIn(new URL(request.url).searchParams)
    if (span.sessionId !== undefined) await ownConcert(artist, span.sessionId)
    const { artistInfoDTO } = await call(api.page.getInfo, {
      query: { artistUsername: artist.username },
    })
    const name = artistInfoDTO.name === '' ? artist.username : artistInfoDTO.name
    try {
      const evenings = await call(api.works.performed, { query: span })
      return { span, name, evenings, failed: null }
    } catch (failure) {
      return { span, name, evenings: [], failed: sentenceOf(failure) }
    }
  },
)

const ORGANISER = 'works-organiser'
const FIRST_DAY = '2000-01-01'

/** «5 декабря 2026, Подвал, Москва» */
function whereAndWhen({ dateTimeStart, timeZone, venue, town }: PerformedEvening): string {
  const at = new Date(dateTimeStart)
  const year = new Intl.DateTimeFormat('ru-RU', { year: 'numeric', timeZone }).format(at)
  const day = `${dayOfMonth(at, timeZone)} ${monthName(at, timeZone)} ${year.replace(/\D/gu, '')}`
  return [day, venue, town].filter((part) => part !== '').join(', ')
}

/** The list of performed works of a concert or of some days: on the screen, on paper, as a table. */
export default function PerformedWorks() {
  const { span, name, evenings, failed } = useLoaderData<Loaded>()
  const [, setSearch] = useSearchParams()
  const { state } = useNavigation()
  const [organiser, setOrganiser] = useState(() => readStored(ORGANISER) ?? name)
  const [days, setDays] = useState({ from: span.from ?? '', till: span.till ?? '' })
  const change = (part: Partial<typeof days>) => {
    const wanted = { ...days, ...part }
    setDays(wanted)
    // The year 2026 is typed as 0002, 0020, 0202 first.
    if (Object.values(wanted).every((day) => day === '' || day >= FIRST_DAY))
      setSearch(wanted, { replace: true })
  }
  const works = worksTogether(evenings)
  const nameless = works.filter(({ musicBy, wordsBy }) => musicBy === '' && wordsBy === '').length
  return (
    <>
      <header className={css.bar}>
        <h1 className="d-s">Исполненные произведения</h1>
        {span.sessionId === undefined && (
          <div className={css.days}>
            <Field
              label="С какого дня"
              name="from"
              type="date"
              value={days.from}
              onChange={({ target }) => change({ from: target.value })}
            />
            <Field
              label="По какой день"
              name="till"
              type="date"
              value={days.till}
              onChange={({ target }) => change({ till: target.value })}
            />
          </div>
        )}
        <Field
          label="Организатор"
          name="organiser"
          maxLength={200}
          value={organiser}
          onChange={({ target }) => {
            setOrganiser(target.value)
            writeStored(ORGANISER, target.value === name ? null : target.value)
          }}
        />
        {nameless > 0 && (
          <p className="muted">
            Авторы не названы: {countedSongs(nameless)}. Впишите авторов в{' '}
            <a className="link" href="/artist/favorite_songs">
              репертуаре
            </a>
            , и они появятся здесь.
          </p>
        )}
        {works.length > 0 && (
          <div className={css.actions}>
            <Button variant="primary" icon={<Printer />} onClick={() => window.print()}>
              Печатать
            </Button>
            <CsvButton
              load={() => callForFile(api.works.performedCsv, { query: { ...span, organiser } })}
              name="proizvedeniya.csv"
            />
          </div>
        )}
        <Button
          href={
            span.sessionId === undefined
              ? '/artist?tab=announcement'
              : `/artist/session/${span.sessionId}`
          }
        >
          {span.sessionId === undefined ? 'К вечерам' : 'К отчёту'}
        </Button>
      </header>
      <main id="main" className={css.ground} aria-busy={state !== 'idle'}>
        {failed !== null && <p role="alert">{failed}</p>}
        {failed === null && works.length === 0 && (
          <EmptyState
            text={
              span.sessionId === undefined
                ? 'За эти дни ничего не сыграно.'
                : 'На этом концерте ничего не сыграно.'
            }
          />
        )}
        {works.length > 0 && (
          <article data-theme="day" className={css.paper}>
            <h2 className={css.title}>Список исполненных произведений</h2>
            <dl className={css.facts}>
              <dt>Организатор</dt>
              <dd>{organiser}</dd>
              <dt>Исполнитель концерта</dt>
              <dd>{name}</dd>
              <dt>{evenings.length === 1 ? 'Концерт' : 'Концерты'}</dt>
              {evenings.map((evening) => (
                <dd key={evening.sessionId}>
                  {whereAndWhen(evening)} («{evening.title}»)
                </dd>
              ))}
            </dl>
            <table className={css.table}>
              <thead>
                <tr>
                  {[
                    '№',
                    'Название',
                    'Исполнитель',
                    'Автор музыки',
                    'Автор слов',
                    'Длит.',
                    'Раз',
                  ].map((heading) => (
                    <th key={heading} scope="col">
                      {heading}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {works.map((work, at) => (
                  <tr key={work.songId}>
                    <td>{at + 1}</td>
                    <td>{work.title}</td>
                    <td>{work.artistName}</td>
                    <td>{work.musicBy}</td>
                    <td>{work.wordsBy}</td>
                    <td>{work.seconds === null ? '' : lengthWords(work.seconds)}</td>
                    <td>{work.times}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </article>
        )}
      </main>
    </>
  )
}
