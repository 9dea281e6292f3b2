import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { api } from '#contract/index.ts'
import type { Evenings, PastEvening } from '#contract/evenings.ts'
import type { Period } from '#domain/concerts/evenings.ts'
import { sentenceOf } from '#web/lib/calls/call-failed.ts'
import { call, callForFile } from '#web/lib/calls/call.ts'
import { rubles } from '#web/lib/format.ts'
import { EveningRow } from '#web/parts/concerts/evening-row.tsx'
import { CsvButton } from '#web/parts/csv-button.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import type { PlotRow } from '#web/ui/charts/bar-plot.tsx'
import { BarPlot } from '#web/ui/charts/bar-plot.tsx'
import { Figures } from '#web/ui/charts/figures.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'
import {
  eveningNote,
  figuresOf,
  hourRows,
  isPaid,
  monthRows,
  songRows,
  sumText,
  outsideText,
  townRows,
  venueRows,
} from './evening-rows.ts'
import css from './past-evenings.module.css'

type Loaded = { period: Period; evenings: Evenings }

const ask = async (period: Period): Promise<Loaded> => ({
  period,
  evenings: await call(api.session.evenings, { query: { period } }),
})

/** The last twelve months; everything where nothing was in them. */
async function askFirst(): Promise<Loaded> {
  const year = await ask('year')
  return year.evenings.evenings.length === 0 ? ask('all') : year
}

/** Those of the year first; `askAll` adds what was before. */
function usePastEvenings() {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [wanted, setWanted] = useState<'first' | 'all'>('first')
  useEffect(() => {
    if (failed !== null) return undefined
    let left = false
    void (wanted === 'first' ? askFirst() : ask('all')).then(
      (answer) => {
        if (!left) setLoaded(answer)
      },
      (failure: unknown) => {
        if (!left) setFailed(sentenceOf(failure))
      },
    )
    return () => {
      left = true
    }
  }, [wanted, failed])
  return {
    loaded,
    failed,
    loadingAll: wanted === 'all' && loaded?.period !== 'all' && failed === null,
    retry: () => setFailed(null),
    askAll: () => setWanted('all'),
  }
}

/** The last evening of the year, for «Сегодня»; null where there was none, or it could not be loaded. */
export function useLastEvening(): PastEvening | null {
  const [last, setLast] = useState<PastEvening | null>(null)
  useEffect(() => {
    let left = false
    void ask('year').then(
      ({ evenings }) => {
        if (!left) setLast(evenings.evenings[0] ?? null)
      },
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [])
  return last
}

/** The evenings that were: one sum, one file, each with its report, and what they come to together. */
export function PastEvenings() {
  const { loaded, failed, loadingAll, retry, askAll } = usePastEvenings()
  return (
    <Section
      title="Прошли"
      {...(loaded !== null &&
        loaded.evenings.evenings.length > 0 && {
          count: (
            <CsvButton
              quiet
              load={() => callForFile(api.session.eveningsCsv, {})}
              name="vechera.csv"
            />
          ),
        })}
    >
      {loaded === null && failed === null && (
        <LoadingWords text="Считаем…" lateText="Связь медленная, ещё считаем." />
      )}
      {failed !== null && (
        <EmptyState
          rest={false}
          text={failed}
          action={<Button onClick={retry}>Попробовать ещё раз</Button>}
        />
      )}
      {loaded !== null && loaded.evenings.evenings.length === 0 && (
        <EmptyState text="Прошедших концертов пока нет. После первого здесь появится отчёт о нём." />
      )}
      {loaded !== null && loaded.evenings.evenings.length > 0 && (
        <>
          <p className="muted">{sumText(loaded.evenings, loaded.period)}</p>
          {outsideText(loaded.evenings) !== null && (
            <p className="t-s muted">{outsideText(loaded.evenings)}</p>
          )}
          <ul>
            {loaded.evenings.evenings.map((evening) => (
              <Past key={evening.sessionId} evening={evening} />
            ))}
          </ul>
          {loaded.evenings.earlier && (
            <Button block loading={loadingAll} onClick={askAll}>
              Показать более ранние
            </Button>
          )}
          <Button variant="text" href="/artist/works">
            Список исполненных произведений
          </Button>
          <Together evenings={loaded.evenings} />
        </>
      )}
    </Section>
  )
}

/** One of them as a row of a list, with the way to its report. */
export function Past({ evening }: { evening: PastEvening }) {
  const { sessionId, dateTimeStart, timeZone, title, net } = evening
  return (
    <li>
      <EveningRow
        href={`/artist/session/${sessionId}`}
        dateTimeStart={dateTimeStart}
        timeZone={timeZone}
        title={title}
        note={eveningNote(evening)}
        {...(net > 0 && { aside: rubles(net) })}
      />
    </li>
  )
}

type PlotProps = {
  title: string
  rows: readonly PlotRow[]
  /** Shown in place of rows; without it an empty plot is left out. */
  empty?: string
  /** How to read the plot. */
  children?: ReactNode
}

function Plot({ title, rows, empty, children }: PlotProps) {
  if (rows.length === 0 && empty === undefined) return null
  return (
    <Section title={title} level={3} className={css.plot}>
      {children !== undefined && <p className="t-s muted">{children}</p>}
      {rows.length === 0 ? (
        <EmptyState muted rest={false} text={empty ?? ''} />
      ) : (
        <BarPlot rows={rows} />
      )}
    </Section>
  )
}

/** All of them together: income, places, times and ordered songs. */
function Together({ evenings }: { evenings: Evenings }) {
  const { asked, neverPlayed } = evenings
  const what = isPaid(evenings) ? 'Доход' : 'Заказы'
  return (
    <details>
      <summary className={css.summary}>Все вместе: по месяцам, городам и песням</summary>
      <div className={css.part}>
        <Figures figures={figuresOf(evenings)} />
        <Plot title={`${what} по месяцам`} rows={monthRows(evenings)} />
        <Plot title={`${what} по городам`} rows={townRows(evenings)} />
        <Plot title={`${what} по площадкам`} rows={venueRows(evenings)} />
        <Plot title="Доход по часам" rows={hourRows(evenings)}>
          Когда заказывали и благодарили, по часам площадки.
        </Plot>
        <Plot title="Просили чаще всего" rows={songRows(asked)} empty="Песен пока не заказывали." />
        <Plot
          title="Просили, но не прозвучало"
          rows={songRows(neverPlayed)}
          {...(asked.length > 0 && { empty: 'Всё, что просили, вы хотя бы раз сыграли.' })}
        />
      </div>
    </details>
  )
}
