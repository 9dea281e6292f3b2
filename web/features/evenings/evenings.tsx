import type { ReactNode } from 'react'
import { useLoaderData, useNavigation, useSearchParams } from 'react-router'
import { api } from '#contract/index.ts'
import type { Evenings } from '#contract/evenings.ts'
import { tableFile } from '#domain/concerts/evenings.ts'
import type { EveningTable, Period } from '#domain/concerts/evenings.ts'
import { call, callForFile } from '#web/lib/calls/call.ts'
import { ArtistFrame } from '#web/parts/frame/artist-frame.tsx'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { CsvButton } from '#web/parts/csv-button.tsx'
import type { PlotRow } from '#web/ui/charts/bar-plot.tsx'
import { BarPlot } from '#web/ui/charts/bar-plot.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Figures } from '#web/ui/charts/figures.tsx'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import {
  figuresOf,
  hourRows,
  isPaid,
  monthRows,
  songRows,
  townRows,
  venueRows,
} from './evening-rows.ts'
import css from './evenings.module.css'

type PlotProps = {
  title: string
  table: EveningTable
  rows: readonly PlotRow[]
  /** Shown in place of rows; without it an empty plot is left out. */
  empty?: string
  /** How to read the plot. */
  children?: ReactNode
}

/** One plot with the table behind it. */
function Plot({ title, table, rows, empty, children }: PlotProps) {
  const period = usePeriod()
  if (rows.length === 0 && empty === undefined) return null
  return (
    <Section title={title} className={css.plot}>
      {children !== undefined && <p className="t-s muted">{children}</p>}
      {rows.length === 0 ? (
        <EmptyState muted rest={false} text={empty ?? ''} />
      ) : (
        <BarPlot rows={rows} />
      )}
      {rows.length > 0 && (
        <CsvButton
          load={() => callForFile(api.session.eveningsCsv, { query: { period, table } })}
          name={tableFile(table)}
          of={title}
        />
      )}
    </Section>
  )
}

const periodIn = (search: URLSearchParams): Period =>
  search.get('period') === 'year' ? 'year' : 'all'

function usePeriod(): Period {
  return periodIn(useSearchParams()[0])
}

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage(
  'Все вечера',
  (_, { request }) => {
    const period = periodIn(new URL(request.url).searchParams)
    return call(api.session.evenings, { query: { period } })
  },
)

const BACK = { href: '/artist/session', name: 'Прошедшие концерты' }
const TABS = [
  { id: 'all', label: 'Всё время', href: '/artist/evenings' },
  { id: 'year', label: '12 месяцев', href: '/artist/evenings?period=year' },
]

/** All concerts of an artist together: income, places, times and ordered songs. */
export default function AllEvenings() {
  const evenings = useLoaderData<Evenings>()
  const period = usePeriod()
  const counting = useNavigation().location?.pathname === '/artist/evenings'
  const { total, asked, neverPlayed } = evenings
  const empty = total.concerts === 0 && total.gross === 0
  const what = isPaid(evenings) ? 'Доход' : 'Заказы'
  return (
    <ArtistFrame title="Все вечера" back={BACK} columns>
      <div className={css.part}>
        <Tabs label="За какое время" current={period} tabs={TABS} />
        {counting && <LoadingWords text="Считаем…" lateText="Связь медленная, ещё считаем." />}
        {empty ? (
          <EmptyState
            text={
              period === 'year'
                ? 'За последние 12 месяцев концертов не было.'
                : 'Здесь будет видно, что приносят концерты и что на них просят сыграть. Начните с первого.'
            }
          />
        ) : (
          <Figures figures={figuresOf(evenings)} />
        )}
      </div>
      {!empty && (
        <div className={css.part}>
          <Plot title={`${what} по месяцам`} table="months" rows={monthRows(evenings)} />
          <Plot title={`${what} по городам`} table="towns" rows={townRows(evenings)} />
          <Plot title={`${what} по площадкам`} table="venues" rows={venueRows(evenings)} />
          <Plot title="Доход по часам" table="hours" rows={hourRows(evenings)}>
            Когда заказывали и благодарили, по часам площадки.
          </Plot>
          <Plot
            title="Просили чаще всего"
            table="asked"
            rows={songRows(asked)}
            empty="Песен пока не заказывали."
          />
          <Plot
            title="Просили, но не прозвучало"
            table="neverPlayed"
            rows={songRows(neverPlayed)}
            {...(asked.length > 0 && { empty: 'Всё, что просили, вы хотя бы раз сыграли.' })}
          />
        </div>
      )}
    </ArtistFrame>
  )
}
