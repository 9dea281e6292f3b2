import { useEffect, useState } from 'react'
import type { CSSProperties } from 'react'
import type { MetaFunction } from 'react-router'
import { useLoaderData, useSearchParams } from 'react-router'
import type { Goal } from '#contract/goals.ts'
import type { QueueEntry } from '#contract/shapes.ts'
import { codeCall } from '#domain/concerts/running-action.ts'
import { goalText } from '#domain/payments/goal.ts'
import { nowOf, waiting } from '#domain/queue/queue.ts'
import { singersWords } from '#domain/queue/singing.ts'
import type { Singers } from '#domain/queue/singing.ts'
import { timeAndDay } from '#domain/russian.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { doorAddress, passOf } from '#web/lib/calls/token.ts'
import { endLeft, useNow } from '#web/lib/format.ts'
import type { LiveConcert } from '#web/lib/live/live-concert.ts'
import type { PageHandle } from '#web/lib/pages/site-facts.ts'
import { useSiteFacts } from '#web/lib/pages/site-facts.ts'
import { GoalBar } from '#web/parts/money/goal-line.tsx'
import { ThanksBoard } from '#web/parts/money/thanks-board.tsx'
import { DrawnCode } from '#web/parts/drawn-code.tsx'
import { NotFoundView } from '#web/parts/error-views.tsx'
import { Logo } from '#web/parts/frame/logo.tsx'
import { Beat, Lines } from '#web/ui/status/beat.tsx'
import { classes } from '#web/ui/classes.ts'
import { Rule } from '#web/ui/layout/section.tsx'
import { Strings } from '#web/ui/status/strings.tsx'
import { WholeWords } from '#web/ui/whole-words.tsx'
import { BattleGround, BattleStage, useHallBattle } from './battle-stage.tsx'
import { Ended, HeadLine } from './hall-ended.tsx'
import { hallClientLoader, hallLoader, useHall, useHallError, useThanks } from './hall-live.ts'
import css from './hall-screen.module.css'
import type { HallConcert, HallView } from './load.ts'

/** The most songs listed after the current one. */
const NEXT_MOST = 3

export const handle: PageHandle = { theme: 'stage', unattended: true }

export const loader = hallLoader
export const clientLoader = hallClientLoader()

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => [
  { title: loaderData ? `${loaderData.name}: экран зала — Бис` : 'Экран зала — Бис' },
  { name: 'robots', content: 'noindex' },
]

/** Eight positions around the centre, one a minute, against burn-in of bright edges. `at` in ms since 1970. */
function driftAt(at: number): { x: number; y: number } {
  const angle = (Math.floor(at / MINUTE_MS) % 8) * (Math.PI / 4)
  return { x: Math.cos(angle), y: Math.sin(angle) }
}

/** Undefined in the first minute. */
function useDrift(): CSSProperties | undefined {
  const [drift, setDrift] = useState<CSSProperties>()
  useEffect(() => {
    const timer = setInterval(() => {
      const { x, y } = driftAt(Date.now())
      setDrift({ '--drift-x': x, '--drift-y': y } as CSSProperties)
    }, MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return drift
}

/** A long title gets a smaller font, so that it fits on the screen. */
function Title({ title }: { title: string }) {
  const { length } = title
  const size = length <= 18 ? css.short : length > 48 && css.long
  // The site's policy forbids a style in the rendered page.
  const tellLength = (heading: HTMLElement | null) =>
    heading?.style.setProperty('--length', `${length}`)
  return (
    <h1 ref={tellLength} className={classes(css.title, size)}>
      <WholeWords>{title}</WholeWords>
    </h1>
  )
}

type NowProps = {
  label: string
  active: boolean
  title: string
  by?: string
  /** The listeners who ordered it, where the artist shows their names. */
  names?: readonly string[] | undefined
  singers?: Singers | undefined
}

function Now({ label, active, title, by, names, singers }: NowProps) {
  return (
    <section className={css.now}>
      <p className={classes(css.label, !active && css.paused)}>
        {active ? by !== undefined && <Beat /> : <Lines />}
        {label}
        {singers !== undefined && <span className={css.names}>{by}</span>}
        {singers === undefined && names !== undefined && (
          <span className={css.names}>По заказу: {names.join(', ')}</span>
        )}
      </p>
      <Title title={title} />
      {by !== undefined && singers === undefined && <p className={css.by}>{by}</p>}
      {singers !== undefined && <p className={css.singers}>{singersWords(singers)}</p>}
      <Strings paused={!active || by === undefined} className={css.strings} />
    </section>
  )
}

function Next({ songs, more }: { songs: readonly QueueEntry[]; more: number }) {
  return (
    <section aria-label="Дальше" className={css.next}>
      <Rule />
      <p className={css.heading}>
        Дальше
        {more > 0 && <span>и ещё {more}</span>}
      </p>
      <ol>
        {songs.map(({ id, title, artistName, singers }) => (
          <li key={id}>
            <b>{title}</b>
            <span>{singers === undefined ? artistName : singersWords(singers)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function HallGoal({ goal }: { goal: Goal }) {
  return (
    <div className={css.goal}>
      <p>{goalText(goal)}</p>
      <GoalBar goal={goal} className={css.fill} />
    </div>
  )
}

type StageProps = { view: HallView; concert: HallConcert; live: LiveConcert }

/** A running concert: the current song, the next ones, and the rules in one line. */
function Stage({ view, concert, live }: StageProps) {
  const active = live.session?.active ?? concert.active
  const until = endLeft(concert.endsAt, { zone: concert.timeZone, now: useNow() })
  const { queue } = live
  const thanks = useThanks(live)?.text ?? null
  const board = live.session?.board
  // The board stands in the place of a song.
  const most = board === undefined ? NEXT_MOST : NEXT_MOST - 1
  const playing = nowOf(queue)
  const rows = waiting(queue)
  const silence = queue.length === 0 && concert.open ? 'Ждём ваших заказов' : 'Скоро начнём'
  const song =
    playing === null
      ? { title: silence }
      : {
          title: playing.title,
          by: playing.artistName,
          names: playing.names,
          singers: playing.singers,
        }
  return (
    <>
      <HeadLine view={view} until={active ? until : null} />
      {active ? (
        <Now label={playing === null ? 'Пока тишина' : 'Сейчас играет'} active {...song} />
      ) : (
        <Now label={concert.paused} active={false} title={view.name} />
      )}
      {rows.length > 0 && (
        <Next songs={rows.slice(0, most)} more={Math.max(0, rows.length - most)} />
      )}
      {thanks === null ? (
        <>
          {board && <ThanksBoard board={board} className={css.board} />}
          {concert.rules !== null && <p className={css.rules}>{concert.rules}</p>}
        </>
      ) : (
        <p className={css.thanks}>{thanks}</p>
      )}
    </>
  )
}

/** Between concerts: the artist whose page the QR code opens, and the next concert. */
function Silence({ view }: { view: HallView }) {
  const { next } = view
  const now = useNow()
  return (
    <section className={css.now}>
      <p className={css.label}>
        {next === null
          ? 'Концерт ещё не начался'
          : `Следующий концерт: ${timeAndDay(new Date(next.dateTimeStart), next.timeZone, now)}`}
      </p>
      <Title title={view.name} />
      <Strings paused className={css.strings} />
    </section>
  )
}

/** A closed evening without its pass: that it runs, and how the screen is opened. */
function Locked({ name }: HallView) {
  return (
    <section className={css.now}>
      <p className={css.label}>
        <Beat /> Идёт закрытый вечер
      </p>
      <Title title={name} />
      <p className={css.rules}>
        Этот экран откроет ссылка с «?pass=»: артист найдёт её в «Правилах вечера», кнопка «Экран
        зала этого вечера».
      </p>
    </section>
  )
}

export function ErrorBoundary() {
  if (useHallError()) return <NotFoundView />
  return (
    <main id="main" className={css.screen}>
      <div className={css.stage}>
        <section className={css.now}>
          <p className={css.label}>Экран откроется сам, как только ответит сервер</p>
          <h1 className={css.title}>Нет связи</h1>
        </section>
      </div>
    </main>
  )
}

/** The page for a projector in the hall: it is unattended, so it has no controls and recovers by itself. */
export default function HallScreen() {
  const { view, live, stale } = useHall(useLoaderData<HallView>())
  const { publicUrl } = useSiteFacts()
  const { current, next, username } = view
  const drift = useDrift()
  const goal = live.session?.goal

  const site = `${publicUrl.replace(/^https?:\/\//u, '')}/user/`
  const { pass } = passOf(useSearchParams()[0])
  const battle = useHallBattle(live.session?.battle)
  const code =
    pass === undefined ? (
      <img src={`/api/v1/qr/get-image/${username}`} alt="" className={css.code} />
    ) : (
      <DrawnCode text={doorAddress(publicUrl, username, pass)} alt="" className={css.code} />
    )
  // This device may have the pass although the address has not.
  const noPass = current?.locked === true && (live.missing || live.session === null)
  const locked = current !== null && (noPass || live.locked)
  const call = codeCall(current === null ? next?.open === true : current.open && !locked)
  if (battle !== null && current !== null && !live.missing)
    return (
      <>
        <BattleGround />
        <main id="main" className={css.screen} style={drift}>
          <BattleStage battle={battle} code={code} address={`${site}${username}`} />
        </main>
      </>
    )
  return (
    <main id="main" className={css.screen} style={drift}>
      <div className={css.stage}>
        {locked ? (
          <Locked {...view} />
        ) : current === null || live.missing ? (
          view.ended === null ? (
            <Silence view={view} />
          ) : (
            <Ended view={view} ended={view.ended} />
          )
        ) : (
          <Stage view={view} concert={current} live={live} />
        )}
      </div>
      <aside className={classes(css.door, goal && css.collecting)}>
        {code}
        <p className={css.call}>{current === null && view.ended ? 'Песни вечера' : call}</p>
        <p className={css.address}>
          {site}
          <span>{username}</span>
        </p>
        {goal && <HallGoal goal={goal} />}
        <div className={css.foot}>
          <Logo className={css.logo} />
          {stale && <span className={css.stale}>Нет связи, показываем последнее</span>}
        </div>
      </aside>
    </main>
  )
}
