import { counted, daysUntil, shortDay, soonText } from '#domain/russian.ts'
import { inTown } from '#domain/town-case.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { icon } from '#web/ui/icons/icons.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { searchHref } from './filters.ts'
import type { NearTown } from './near-towns.ts'
import css from './quiet-town.module.css'
import type { SearchView } from './search-view.ts'

const ChevronRight = icon('M9 18l6-6-6-6')

/** «завтра», «5 дек.» */
function firstDay({ first, timeZone }: NearTown, now: Date): string {
  const at = new Date(first)
  const days = Math.max(0, daysUntil(at, now, timeZone))
  return days < 2 ? soonText(days) : shortDay(at, timeZone)
}

/** A town in which nobody plays: where somebody does. */
export function QuietTown({ view: { filters, near, now } }: { view: SearchView }) {
  const { from, till, city } = filters
  const allDays = from + till === ''
  return (
    <>
      <div>
        <EmptyState
          text={
            allDays
              ? `${inTown(city).replace(/^в/u, 'В')} пока тихо`
              : 'По этим фильтрам концертов пока нет.'
          }
        />
      </div>
      <Section title="Где играют рядом" level={3}>
        <ul>
          {near.map((town) => (
            <li key={town.name}>
              <Anchor href={searchHref({ from, till, city: town.name })} className={css.row}>
                <span>
                  <b>{town.name}</b>
                  <span className="muted t-s">
                    {counted(town.concerts, 'концерт', 'концерта', 'концертов')}, первый{' '}
                    {firstDay(town, new Date(now))}
                  </span>
                </span>
                <span className="muted">{town.km}&nbsp;км</span>
                <ChevronRight className="ico" />
              </Anchor>
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}
