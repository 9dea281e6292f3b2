import { api } from '#contract/index.ts'
import { call } from '#web/lib/call.ts'
import { dayAndTime } from '#web/lib/day-and-time.ts'
import { useViewerZone } from '#web/lib/use-viewer-zone.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Section } from '#web/ui/section.tsx'
import { AdminFrame } from './admin-frame.tsx'
import type { FeedbackPart } from './load-admin.ts'
import { MoreButton } from './more-button.tsx'
import { usePages } from './use-pages.ts'
import css from './letters.module.css'

export type FeedbackTabProps = { first: FeedbackPart }

const partOf = ({ messages, cursor }: FeedbackPart) => ({ rows: messages, cursor })

/** What visitors have said without a name. */
export function FeedbackTab({ first }: FeedbackTabProps) {
  const zone = useViewerZone('Europe/Moscow')
  const pages = usePages(partOf(first), async (cursor) =>
    partOf(await call(api.admin.feedback, { query: { cursor } })),
  )
  return (
    <AdminFrame tab="feedback">
      <Section title="Отзывы">
        {pages.rows.length === 0 && <EmptyState text="Отзывов пока нет." muted />}
        <ul>
          {pages.rows.map(({ id, message, createdAt }) => (
            <li key={id} className={css.letter}>
              <time dateTime={createdAt} className="t-s muted">
                {dayAndTime(createdAt, zone)}
              </time>
              <p className={css.words}>{message}</p>
            </li>
          ))}
        </ul>
        <MoreButton pages={pages} />
      </Section>
    </AdminFrame>
  )
}
