import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { api } from '#contract/index.ts'
import { runningAction } from '#domain/concerts/running-action.ts'
import { counted, dayOfMonth, monthName, plural } from '#domain/russian.ts'
import { useSaving } from '#web/lib/use-saving.ts'
import { call } from '#web/lib/calls/call.ts'
import { useViewerZone } from '#web/lib/format.ts'
import {
  hasSeenOrderHint,
  isGoing,
  storeGoing,
  watchStored,
} from '#web/lib/device/device-memory.ts'
import { FollowButton } from '#web/features/follow/index.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { FootBar } from '#web/ui/layout/foot-bar.tsx'
import { icon } from '#web/ui/icons/icons.tsx'
import { Check } from '#web/ui/icons/more-icons.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import css from './concert-actions.module.css'
import type { ConcertView } from './concert-view.ts'
import { isWebAddress, offersBefore, takesOrders } from './concert-view.ts'

const Ticket = icon(
  'M2 9a3 3 0 0 1 0 6v2a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2v-2a3 3 0 0 1 0-6V7a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2ZM13 5v2M13 17v2M13 11v2',
)
const CalendarPlus = icon(
  'M16 18h6M16 2v3M19 15v6M21 11.5V5a2 2 0 00-2-2H5a2 2 0 00-2 2v14a2 2 0 002 2h8.3M3 9h18M8 2v3',
)

type SessionProps = { session: ConcertView['session'] }

/** «I will go» of this device. */
function useGoing({ id, goingCount }: ConcertView['session']) {
  const { saving, save } = useSaving({ toast: true })
  const [count, setCount] = useState(goingCount)
  const goes = useSyncExternalStore(
    watchStored,
    () => isGoing(id),
    () => false,
  )
  const send = (going: boolean) =>
    save(async () => {
      const answer = await call(api.session.going, { body: { sessionId: id, going } })
      setCount(answer.goingCount)
      storeGoing(id, going)
    })
  return { goes, count, saving, send }
}

type Going = ReturnType<typeof useGoing>

function CalendarLink({ session }: SessionProps) {
  if (session.street) return null
  return (
    <Button
      block
      size="stage"
      href={`/user/${session.artist.username}/${session.id}.ics`}
      // A file, not a page of ours.
      target="_self"
      icon={<CalendarPlus />}
    >
      В календарь
    </Button>
  )
}

async function ordersLeft(sessionId: string) {
  const orders = await call(api.songs.myOrders, { query: { sessionId } })
  return orders.filter(({ mayCancel }) => mayCancel)
}

/** Takes the device's orders off, with their money. */
async function cancelOrders(sessionId: string): Promise<number> {
  const left = await ordersLeft(sessionId)
  for (const { orderId } of left) await call(api.songs.cancelOrder, { body: { orderId } })
  return left.filter(({ amount }) => amount !== null).length
}

/** For who goes or has ordered, and cannot come on the new day. */
function NotComing({ session, going }: SessionProps & { going: Going }) {
  const { saving, save } = useSaving({ toast: true })
  const [ordered, setOrdered] = useState(false)
  const { id } = session
  useEffect(() => {
    if (hasSeenOrderHint())
      void ordersLeft(id).then(
        (left) => setOrdered(left.length > 0),
        () => undefined,
      )
  }, [id])
  const toast = useToast()
  const refuse = () =>
    save(async () => {
      const paid = await cancelOrders(session.id)
      const told = await going.send(false)
      setOrdered(false)
      if (paid > 0) toast('Деньги за заказы возвращаются')
      else if (told) toast('Хорошо, не ждём')
    })
  if (!going.goes && !ordered) return null
  return (
    <Button
      block
      size="stage"
      className="only-scripted"
      loading={saving}
      onClick={() => void refuse()}
    >
      Не приду
    </Button>
  )
}

type MainProps = SessionProps & { going: Going; quiet?: boolean }

/** «5 декабря» */
function useDay({ dateTimeStart, location }: ConcertView['session']): string {
  const zone = useViewerZone(location.timeZone)
  const at = new Date(dateTimeStart)
  return `${dayOfMonth(at, zone)}\u00a0${monthName(at, zone)}`
}

/** The ticket, or «I will go». */
function Coming({ session, going, quiet = false }: MainProps) {
  const { ticketLink } = session.advancedSession
  if (isWebAddress(ticketLink))
    return (
      <Button
        block
        size="stage"
        variant={quiet ? 'line' : 'primary'}
        href={ticketLink}
        target="_blank"
        rel="noopener"
        icon={<Ticket />}
      >
        Купить билет
      </Button>
    )
  return <WillGo {...{ session, going, quiet }} />
}

/** «I will go» */
function WillGo({ session, going, quiet = false }: MainProps) {
  const day = useDay(session)
  const { goes, saving, send } = going
  const moved = session.dateTimeStartWas !== undefined
  return (
    <Button
      block
      size="stage"
      className="only-scripted"
      onClick={() => void send(!goes)}
      variant={goes ? 'invert' : quiet ? 'line' : 'primary'}
      aria-pressed={goes}
      loading={saving}
      icon={goes && <Check />}
    >
      {goes ? 'Вы идёте' : moved ? `Приду ${day}` : 'Я пойду'}
    </Button>
  )
}

/** The main action: to order while the concert is on, a ticket, or a promise to come. */
function MainAction(props: MainProps) {
  const { session } = props
  const { sessionStatus, artist } = session
  if (sessionStatus !== 'NOW') return <Coming {...props} />
  return (
    <Button block size="stage" variant="primary" href={`/user/${artist.username}?tab=order`}>
      {runningAction(takesOrders(session))}
    </Button>
  )
}

/** Reminds whoever is coming, and tells of a move; where only the link leads to a concert, of all that its artist announces. */
function Reminder({ session }: SessionProps) {
  const { artist, id, advancedSession, street } = session
  if (!street && !advancedSession.privacy.closedSession)
    return (
      <FollowButton
        followed={{ sessionId: id }}
        name="Напомнить о концерте"
        told="Напомним"
        size="stage"
        block
      >
        Напомнить
      </FollowButton>
    )
  return (
    <FollowButton
      followed={{ artistUsername: artist.username }}
      name="Сообщать о переносе"
      size="stage"
      block
    >
      Сообщить о переносе
    </FollowButton>
  )
}

/** The visitor's actions. On a phone the main one follows at the lower edge once it is scrolled away. */
export function ConcertActions({ session }: SessionProps) {
  const going = useGoing(session)
  const moved = session.dateTimeStartWas !== undefined
  const { count } = going
  const offers = offersBefore(session, going.goes)
  return (
    <div className={css.actions}>
      <Followed bar={<MainAction session={session} going={going} />}>
        <MainAction session={session} going={going} />
      </Followed>
      {session.sessionStatus === 'NOW' && <Coming session={session} going={going} quiet />}
      {session.sessionStatus !== 'NOW' && offers.going && (
        <WillGo session={session} going={going} quiet />
      )}
      {session.sessionStatus !== 'NOW' && offers.calendar && (
        <div className={css.two}>
          <CalendarLink session={session} />
          {offers.reminder && <Reminder session={session} />}
          {moved && <NotComing session={session} going={going} />}
        </div>
      )}
      {count > 1 && (
        <p className="muted t-s">
          {plural(count, 'Пойдёт', 'Пойдут', 'Пойдут')}{' '}
          {counted(count, 'человек', 'человека', 'человек')}
        </p>
      )}
    </div>
  )
}

type FollowedProps = { bar: ReactNode; children: ReactNode }

/** Shows `bar` at the lower edge of a phone while `children` are above what is seen. */
function Followed({ bar, children }: FollowedProps) {
  const place = useRef<HTMLDivElement>(null)
  const [away, setAway] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const watch = new IntersectionObserver(([seen]) =>
      setAway(seen !== undefined && !seen.isIntersecting && seen.boundingClientRect.bottom < 0),
    )
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return (
    <>
      <div ref={place}>{children}</div>
      {away && <FootBar phoneOnly>{bar}</FootBar>}
    </>
  )
}
