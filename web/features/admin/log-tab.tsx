import type { DeedView } from '#contract/operator.ts'
import { api } from '#contract/index.ts'
import { DEEDS } from '#domain/accounts/operators.ts'
import { call, callForFile } from '#web/lib/calls/call.ts'
import { dayAndTime, useViewerZone } from '#web/lib/format.ts'
import { CsvButton } from '#web/parts/csv-button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { AdminFrame, MoreButton, usePages } from './admin-frame.tsx'
import css from './admin.module.css'
import type { LogPart } from './load-admin.ts'

/** Lines of the log: when, who, what, whom, why. */
export function DeedList({ deeds, empty }: { deeds: readonly DeedView[]; empty: string }) {
  const zone = useViewerZone()
  if (deeds.length === 0) return <EmptyState text={empty} muted />
  return (
    <ul>
      {deeds.map(({ id, at, by, kind, subject, reason, words }) => (
        <li key={id} className={css.letter}>
          <p className={css.facts}>
            <time dateTime={at} className="t-s muted">
              {dayAndTime(at, zone)}
            </time>
            <span className="t-s muted">{by}</span>
          </p>
          <p>
            <b>{DEEDS[kind]}</b>: {subject}
          </p>
          {words !== '' && (
            <p className="muted">{[reason, words].filter((part) => part !== '').join('. ')}</p>
          )}
        </li>
      ))}
    </ul>
  )
}

const partOf = ({ deeds, cursor }: LogPart) => ({ rows: deeds, cursor })

/** Everything that operators and commands did. */
export function LogTab({ first }: { first: LogPart }) {
  const pages = usePages(partOf(first), async (cursor) =>
    partOf(await call(api.operator.log, { query: { cursor } })),
  )
  return (
    <AdminFrame tab="log">
      <Section title="Журнал">
        <DeedList deeds={pages.rows} empty="Пока ничего не делали." />
        <MoreButton pages={pages} />
        <CsvButton load={() => callForFile(api.operator.logCsv, {})} name="zhurnal.csv" />
      </Section>
    </AdminFrame>
  )
}
