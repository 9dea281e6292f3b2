import { counted, daysUntil, shortDay, soonText } from '#domain/russian.ts'
import { inTown } from '#domain/town-case.ts'
import { FollowButton } from '#web/features/follow/index.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Bell, ChevronRight } from '#web/ui/icons/listener-icons.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { searchHref } from './filters.ts'
import type { NearTown } from './near-towns.ts'
import css from './quiet-town.module.css'
import type { SearchView } from './search-view.ts'

/** «завтра», «5 дек.» */
function firstDay({ first, timeZone }: NearTown, now: Date): string {
  const at = new Date(first)
  const days = Math.max(0, daysUntil(at, now, timeZone))
  return days < 2 ? soonText(days) : shortDay(at, timeZone)
}

/** Asks to be told of whatever is announced in a town. */
function TellOfTown({ town }: { town: string }) {
  return (
    <div className={css.tell}>
      <p className="muted">Напишем, как только кто-то объявит концерт</p>
      <FollowButton
        followed={{ town }}
        name={`Концерты ${inTown(town)}`}
        variant="primary"
        told="Сообщим"
        icon={<Bell />}
      >
        Сообщить о концертах
      </FollowButton>
    </div>
  )
}

/** A town in which nobody plays: where somebody does. */
export function QuietTown({ view: { filters, near, now } }: { view: SearchView }) {
  const { from, till, city } = filters
  const [nearest] = near
  const allDays = from + till === ''
  return (
    <>
      <div>
        {allDays ? (
          <EmptyState title={`${inTown(city).replace(/^в/u, 'В')} пока тихо`} />
        ) : (
          <EmptyState text="По этим фильтрам концертов пока нет." />
        )}
        <TellOfTown town={city} />
      </div>
      {nearest && (
        <Section title={nearest.isFar ? 'Ближе всего играют' : 'Где играют рядом'} level={3}>
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
                  <ChevronRight />
                </Anchor>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}
