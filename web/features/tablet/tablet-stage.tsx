import { useEffect, useEffectEvent, useState } from 'react'
import { api } from '#contract/index.ts'
import type { Offer } from '#contract/songs.ts'
import type { TabletView } from '#contract/tablets.ts'
import { runningAction } from '#domain/concerts/running-action.ts'
import { tableWords } from '#domain/queue/own-song.ts'
import { nowOf, waiting } from '#domain/queue/queue.ts'
import { singersWords } from '#domain/queue/singing.ts'
import { PAID_BY_PHONE } from '#domain/queue/tablet.ts'
import type { ConcertRules, PublicAccount } from '#web/features/ordering/index.ts'
import { concertRules } from '#web/features/ordering/index.ts'
import { call } from '#web/lib/calls/call.ts'
import { useNow } from '#web/lib/format.ts'
import type { LiveConcert } from '#web/lib/live/live-concert.ts'
import { useReopenedConcert } from '#web/lib/live/reopened-concert.ts'
import { useSiteFacts } from '#web/lib/pages/site-facts.ts'
import { ConnectionStrip } from '#web/parts/connection-strip.tsx'
import { DrawnCode } from '#web/parts/drawn-code.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Sheet } from '#web/ui/overlays/sheet.tsx'
import { Beat, Lines } from '#web/ui/status/beat.tsx'
import { WholeWords } from '#web/ui/whole-words.tsx'
import type { Sent } from './guest-screen.tsx'
import { GuestScreen } from './guest-screen.tsx'
import { PairForm } from './pair-form.tsx'
import css from './tablet.module.css'
import { isMeant, useTabletOrders } from './tablet-orders.ts'
import type { KeptOrder } from './tablet-orders.ts'
import { useGuest } from './use-guest.ts'
import type { Paired } from './use-paired.ts'

export type TabletArtist = { username: string; name: string; account: PublicAccount }

type TabletStageProps = { artist: TabletArtist; token: string; view: TabletView; paired: Paired }

/** The running concert on a tablet: what plays beside the songs to order, one guest after another. */
export function TabletStage({ artist, token, view, paired }: TabletStageProps) {
  const { username } = artist
  const { sessionId, table, timeZone } = view
  const pass = view.pass ?? undefined
  const [first, setFirst] = useState<Offer | null>(null)
  const [sent, setSent] = useState<Sent | null>(null)
  const [late, setLate] = useState<{ title: string; words: string } | null>(null)
  const [moving, setMoving] = useState(false)
  const live = useReopenedConcert({
    artistUsername: username,
    sessionId,
    queue: [],
    pass,
    stayConnected: true,
  })
  const rules = concertRules(live, {}, artist.account, { zone: timeZone, now: useNow() })
  const open = view.open && rules.reception
  const guest = useGuest(() => {
    setSent(null)
    setMoving(false)
  })
  const orders = useTabletOrders({
    artistUsername: username,
    token,
    onEnd({ key, wish }, end) {
      // Whoever asked for it may have gone.
      if (sent?.key === key) setSent({ ...sent, end })
      else if (end.refused !== undefined) setLate({ title: wish.title, words: end.refused })
      // An ended tablet says so at once.
      if (end.refused !== undefined) paired.look()
    },
  })
  const status = live.session?.sessionStatus
  const lookAgain = useEffectEvent(() => paired.look())
  useEffect(() => {
    if (status !== undefined && status !== 'NOW') lookAgain()
  }, [status])

  const kept = orders.kept.filter(({ key }) => key !== sent?.key)
  return (
    <main id="main" className={css.screen}>
      <section className={css.left}>
        <p className={css.table}>
          <b>{tableWords([table])}</b>
          <Button variant="tonal" size="stage" onClick={() => setMoving(true)}>
            Другой стол
          </Button>
        </p>
        <h1 className={css.call}>{open ? 'Закажите песню' : runningAction(false)}</h1>
        {open && rules.paidFrom !== null && (
          <ByPhone username={username} table={table} pass={view.pass} />
        )}
        <Kept kept={kept} late={late} orders={orders} onLate={() => setLate(null)} />
        <Playing artist={artist} rules={rules} live={live} />
      </section>
      <div className={css.right}>
        <ConnectionStrip {...live} />
        <GuestScreen
          key={guest.number}
          {...{ username, sessionId, pass, token, open, rules, live, first, sent }}
          failing={orders.failing}
          onFirst={setFirst}
          onOrder={(wish) =>
            setSent({ key: orders.order(wish), title: wish.title, of: wish.songId, end: null })
          }
          onDone={guest.forget}
        />
      </div>
      <Sheet open={moving} onClose={() => setMoving(false)} title="Другой стол">
        {kept.length > 0 || (sent !== null && sent.end === null) ? (
          <p className="t-l">Сначала уйдёт заказ, который ждёт связи.</p>
        ) : (
          <PairForm
            key={`${moving} ${guest.number}`}
            press="Пересесть"
            onSend={async (code, to) => {
              await call(api.tablets.move, { body: { token, code, table: to } })
              paired.look()
              guest.forget()
            }}
          />
        )}
      </Sheet>
      <Dialog
        open={guest.asked !== null}
        onClose={guest.stay}
        title="Ещё выбираете?"
        safe="Да"
        stacked
      >
        {guest.asked !== null && <p aria-hidden="true">Экран очистится через {guest.asked} с</p>}
      </Dialog>
    </main>
  )
}

type ByPhoneProps = { username: string; table: number; pass: string | null }

/** Where orders cost money: the code of the page at this table. */
function ByPhone({ username, table, pass }: ByPhoneProps) {
  const { publicUrl } = useSiteFacts()
  const search = new URLSearchParams({ ...(pass !== null && { pass }), t: String(table) })
  const text = `${publicUrl}/user/${username}?${search.toString()}`
  return (
    <div className={css.phone}>
      <DrawnCode text={text} alt="QR-код: заказать с телефона" className={css.code} />
      <p className="t-l b">{PAID_BY_PHONE}</p>
    </div>
  )
}

type PlayingProps = { artist: TabletArtist; rules: ConcertRules; live: LiveConcert }

/** What plays and what is next. */
function Playing({ artist, rules, live }: PlayingProps) {
  const { queue, session } = live
  const active = session?.active ?? true
  const playing = nowOf(queue)
  const next = waiting(queue)[0]
  const by =
    playing === null
      ? null
      : playing.singers === undefined
        ? `поёт ${artist.name}`
        : singersWords(playing.singers)
  const title = playing?.title ?? 'Скоро начнём'
  return (
    <>
      <div className={css.now}>
        <p className={classes(css.label, !active && css.paused)}>
          {active ? playing !== null && <Beat /> : <Lines />}
          {!active ? rules.paused : playing === null ? 'Пока тишина' : 'Сейчас играет'}
        </p>
        <h2 className={classes(title.length > 18 && css.long)}>
          <WholeWords>{title}</WholeWords>
        </h2>
        {playing !== null && (
          <p className={css.by}>
            {[playing.artistName, by].filter((part) => part !== '').join(' · ')}
          </p>
        )}
      </div>
      {next !== undefined && (
        <p className={css.next}>
          Дальше<b>{next.title}</b>
        </p>
      )}
    </>
  )
}

type KeptProps = {
  kept: readonly KeptOrder[]
  late: { title: string; words: string } | null
  orders: Pick<ReturnType<typeof useTabletOrders>, 'again' | 'drop'>
  onLate: () => void
}

/** What earlier guests asked for: orders that wait for the network, and one that was refused afterwards. */
function Kept({ kept, late, orders, onLate }: KeptProps) {
  const now = useNow().getTime()
  if (kept.length === 0 && late === null) return null
  return (
    <ul aria-label="Неотправленные заказы" className={css.kept}>
      {kept.map((order) => (
        <li key={order.key}>
          {isMeant(order, now) ? (
            <span>Ждёт связи: «{order.wish.title}»</span>
          ) : (
            <>
              <span>Связи не было полчаса: «{order.wish.title}»</span>
              <Button size="s" onClick={() => orders.again(order.key)}>
                Отправить
              </Button>
              <Button
                size="s"
                variant="text"
                aria-label={`Убрать: «${order.wish.title}»`}
                onClick={() => orders.drop(order.key)}
              >
                Убрать
              </Button>
            </>
          )}
        </li>
      ))}
      {late !== null && (
        <li>
          <span>
            «{late.title}»: {late.words}
          </span>
          <Button size="s" onClick={onLate}>
            Понятно
          </Button>
        </li>
      )}
    </ul>
  )
}
