import { useEffect, useState } from 'react'
import { api } from '#contract/index.ts'
import { FollowButton } from '#web/features/follow/index.ts'
import { call } from '#web/lib/calls/call.ts'
import { hasSeenOrderHint } from '#web/lib/device/device-memory.ts'
import { rubles, useConcertTime } from '#web/lib/format.ts'
import { ConcertRow } from '#web/parts/concerts/concert-row.tsx'
import { DayLine } from '#web/parts/concerts/day-line.tsx'
import { SiteFooter } from '#web/parts/frame/site-footer.tsx'
import { SiteHeader } from '#web/parts/frame/site-header.tsx'
import { ShareButton } from '#web/parts/share-button.tsx'
import { titleStep } from '#web/parts/title-step.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { RotateCcw } from '#web/ui/icons/more-icons.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { WholeWords } from '#web/ui/whole-words.tsx'
import { ConcertBar } from '../concert-bar.tsx'
import { ArtistWords, Band } from '../concert-lead.tsx'
import type { CancelledView } from '../concert-view.ts'
import css from '../concert.module.css'

/** Kopecks that this device gets back, 0 until they are known. */
function useRefund(sessionId: string): number {
  const [sum, setSum] = useState(0)
  useEffect(() => {
    let left = false
    if (hasSeenOrderHint())
      void call(api.songs.myOrders, { query: { sessionId } }).then(
        (orders) => {
          const back = orders.filter(({ state }) => state === 'RETURNED')
          if (!left) setSum(back.reduce((all, { amount }) => all + (amount ?? 0), 0))
        },
        () => undefined,
      )
    return () => {
      left = true
    }
  }, [sessionId])
  return sum
}

/** The page of a concert that does not take place. */
export function CancelledConcert({ view }: { view: CancelledView }) {
  const { cancelled, artistName, group, coming } = view
  const { artist, location, title, words } = cancelled
  const time = useConcertTime(cancelled)
  const refund = useRefund(cancelled.id)
  const share = <ShareButton title={title} />
  return (
    <>
      <ConcertBar
        title={`Concert ${artistName}`}
        backHref={`/user/${artist.username}`}
        actions={share}
      />
      <SiteHeader className="only-d" actions={share} />
      <main id="main" className={classes(css.page, css.cols)}>
        <div className={classes('wrap', css.lead)}>
          <Band tone="danger">Концерт отменён</Band>
          <h1 className={classes(titleStep(title, 'd-l'), css.title)}>
            <WholeWords>{title}</WholeWords>
          </h1>
          <DayLine day={time.day} gone>
            <p className="d-xs">
              <span className="sr">отменён: </span>
              <s>
                <time dateTime={cancelled.dateTimeStart}>{time.short}</time>
              </s>
            </p>
            {time.venueNote && <p className="muted t-s">{time.venueNote}</p>}
            {location.name !== '' && <p className="m">{location.name}</p>}
            {location.city !== '' && <p className="muted t-s">{location.city}</p>}
          </DayLine>
          <ArtistWords words={words} artistName={artistName} />
          <p className={css.money}>
            <RotateCcw />
            <span>
              {refund > 0
                ? `Деньги за заказ вернули, ${rubles(refund)}. Когда они придут, зависит от вашего банка. `
                : 'Если вы платили за заказ, деньги вернули. Когда они придут, зависит от вашего банка. '}
              Если купили билет, за него вернут там, где вы его купили
            </span>
          </p>
          <div className={css.wide}>
            <FollowButton
              followed={{ artistUsername: artist.username }}
              name={artistName}
              variant="primary"
              size="stage"
              block
            />
            <Button variant="text" block href={`/user/${artist.username}`}>
              {group ? 'Страница группы' : 'Страница музыканта'}
            </Button>
          </div>
        </div>
        <Section title="Ближайшие выступления" className="wrap">
          {coming.length === 0 ? (
            <EmptyState text="В ближайшее время выступлений не ожидается" muted />
          ) : (
            <ul>
              {coming.map((session) => (
                <ConcertRow key={session.id} session={session} by="day" />
              ))}
            </ul>
          )}
        </Section>
      </main>
      <div className="only-d">
        <SiteFooter />
      </div>
    </>
  )
}
