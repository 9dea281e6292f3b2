import type { Goal } from '#contract/goals.ts'
import { collectedText, goalText } from '#domain/payments/goal.ts'
import { nowOf, waiting } from '#domain/queue/queue.ts'
import type { BoardName } from '#domain/queue/thanks.ts'
import { doorAddress } from '#web/lib/calls/token.ts'
import { rubles } from '#web/lib/format.ts'
import { useSiteFacts } from '#web/lib/pages/site-facts.ts'
import { DrawnCode } from '#web/parts/drawn-code.tsx'
import { GoalBar } from '#web/parts/money/goal-line.tsx'
import { classes } from '#web/ui/classes.ts'
import { Rule } from '#web/ui/layout/section.tsx'
import { Beat, Lines } from '#web/ui/status/beat.tsx'
import { WholeWords } from '#web/ui/whole-words.tsx'
import { useHall, useThanks } from './hall-live.ts'
import type { HallView } from './load.ts'
import css from './overlay.module.css'
import type { OverlayOptions } from './overlay-options.ts'

type OverlayCardsProps = {
  view: HallView
  options: OverlayOptions
  /** Of a closed evening; its code leads in with it. */
  pass?: string | undefined
  className?: string | undefined
}

/** What a stream shows of a running concert, in cards at the edges; nothing between concerts. */
export function OverlayCards({ view: loaded, options, pass, className }: OverlayCardsProps) {
  const { view, live } = useHall(loaded)
  const { size, side, colours, cards } = options
  const { current } = view
  const thanks = useThanks(live, 'others')
  const tip = useThanks(live, 'tips')
  const shows = (card: (typeof cards)[number]) => cards.includes(card)
  const isShut = live.missing || (current?.locked === true && live.session === null)
  const isRunning = current !== null && !isShut
  return (
    <div
      data-theme={colours === 'dark' ? 'stage' : 'day'}
      data-side={side}
      data-size={size}
      className={classes(css.overlay, className)}
    >
      {isRunning && (shows('now') || shows('next') || shows('code')) && (
        <Playing view={view} live={live} shows={shows} pass={pass} />
      )}
      {isRunning && shows('thanks') && thanks !== null && (
        <p key={thanks.id} className={classes(css.card, css.thanks)}>
          {thanks.text}
        </p>
      )}
      {isRunning && (
        <div className={css.corner}>
          {shows('goal') && live.session?.goal && <OverlayGoal goal={live.session.goal} />}
          {shows('board') && live.session?.board && <OverlayBoard board={live.session.board} />}
        </div>
      )}
      {isRunning && shows('tips') && tip !== null && (
        <section key={tip.id} className={classes(css.card, css.tip)}>
          <Rule />
          <p className={css.kind}>Благодарят</p>
          <p className={css.given}>
            <span className={css.name}>{tip.tip?.name || 'Спасибо!'}</span>
            {tip.tip?.amount !== undefined && <b className={css.sum}>{rubles(tip.tip.amount)}</b>}
          </p>
        </section>
      )}
    </div>
  )
}

function OverlayGoal({ goal }: { goal: Goal }) {
  return (
    <section className={css.card}>
      <Rule />
      <p className="sr">{goalText(goal)}</p>
      <div aria-hidden="true" className={css.sums}>
        <p className={css.what}>
          <span>{goal.title}</span>
          <span>из {rubles(goal.amount)}</span>
        </p>
        <b>{collectedText(goal.collected)}</b>
        <GoalBar goal={goal} className={css.strings} />
      </div>
    </section>
  )
}

/** The most names on the board of a stream. */
const BOARD_SHOWN = 6

function OverlayBoard({ board }: { board: readonly BoardName[] }) {
  return (
    <section className={classes(css.card, css.board)}>
      <p className={css.label}>Сегодня благодарят</p>
      <ul>
        {board.slice(0, BOARD_SHOWN).map(({ id, name, amount }) => (
          <li key={id} className={css.named}>
            <span>{name}</span>
            {amount !== undefined && <b>{rubles(amount)}</b>}
          </li>
        ))}
      </ul>
    </section>
  )
}

type PlayingProps = {
  view: HallView
  live: ReturnType<typeof useHall>['live']
  shows: (card: OverlayOptions['cards'][number]) => boolean
  pass: string | undefined
}

function Playing({ view, live, shows, pass }: PlayingProps) {
  const { publicUrl } = useSiteFacts()
  const { current, username } = view
  const { queue } = live
  const active = live.session?.active ?? current?.active ?? false
  const playing = nowOf(queue)
  const next = waiting(queue)[0]
  const by = [playing?.artistName, playing?.names && `по заказу: ${playing.names.join(', ')}`]
  const silence = current?.open ? 'Закажите песню' : 'Скоро начнём'
  return (
    <section className={classes(css.card, css.playing)}>
      <Rule />
      <div className={css.row}>
        {shows('now') && (
          <div className={css.song}>
            <p className={classes(css.label, !active && css.paused)}>
              {active ? <Beat /> : <Lines />}
              {!active ? current?.paused : playing === null ? 'Пока тишина' : 'Сейчас звучит'}
            </p>
            <p className={classes(css.title, (playing?.title.length ?? 0) > 18 && css.long)}>
              <WholeWords>{playing?.title ?? silence}</WholeWords>
            </p>
            <p className={css.by}>{by.filter(Boolean).join(' · ') || view.name}</p>
          </div>
        )}
        {shows('code') &&
          (pass === undefined ? (
            <img src={`/api/v1/qr/get-image/${username}`} alt="" className={css.code} />
          ) : (
            <DrawnCode text={doorAddress(publicUrl, username, pass)} alt="" className={css.code} />
          ))}
      </div>
      {shows('next') && next !== undefined && (
        <p className={css.next}>
          Дальше <b>{next.title}</b>
        </p>
      )}
    </section>
  )
}
