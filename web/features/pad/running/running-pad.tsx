import type { ReactNode } from 'react'
import type { Session } from '#contract/shapes.ts'
import { rulesFrom } from '#domain/queue/evening-rules.ts'
import { nowOf, waiting } from '#domain/queue/queue.ts'
import { clockTime, counted, plural } from '#domain/russian.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { serverNow } from '#web/lib/calls/call.ts'
import { useViewerZone } from '#web/lib/format.ts'
import { SkipForward } from '#web/ui/icons/artist-icons.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { FootBar } from '#web/ui/layout/foot-bar.tsx'
import type { Undo } from '../commands/undo-bar.tsx'
import { UndoBar } from '../commands/undo-bar.tsx'
import type { OrderCue } from '../lists/order-cue.tsx'
import { OrdersButton } from '../lists/order-cue.tsx'
import { PadLists } from '../lists/pad-lists.tsx'
import { BeforeNext } from '../lists/song-list.tsx'
import { useSongSheet } from '../lists/song-sheet.tsx'
import type { EveningView } from '../evening/evening-sheet.tsx'
import type { PadFlags, SecondPad } from '../load.ts'
import ground from '../pad.module.css'
import { useOwnQueue } from '../use-own-queue.ts'
import type { PadState } from '../use-pad-state.ts'
import type { PadWays } from '../over/pad-ways.ts'
import { breakMinutes } from './break-minutes.ts'
import { BreakUntil, CurrentSong } from './current-song.tsx'
import { FinishDialog } from './finish-dialog.tsx'
import { KeptRoom } from './kept-room.tsx'
import { nextLine, NextButton, ResumeButton } from './next-button.tsx'
import css from './running-pad.module.css'
import { StatusRow, useClock } from './status-row.tsx'
import { LateStrip, Strips } from './strips.tsx'
import { showCurrentSong, usePauseMinutes, useStageShape } from './use-stage.ts'

type RunningPadProps = {
  pad: PadState
  session: Session
  flags: PadFlags
  /** Null where no song can be undone. */
  undo: Undo | null
  cue: OrderCue
  /** Questions and notices of the pad itself. */
  notices: ReactNode
  /** What was given with words, until it is answered. */
  tip: ReactNode
  rehearsal?: ReactNode
  evening: Pick<EveningView, 'line' | 'count'>
  /** The text beside the lists; false where there is none. */
  column: ReactNode
  ways: PadWays
  second: SecondPad | undefined
  /** The address of the hall's screen. */
  screen: string | null
  ending: boolean
  onEnd: (asked: boolean) => void
}

/** The pad while the concert goes on, with one list or with two. */
export function RunningPad(props: RunningPadProps) {
  const { pad, session, flags, undo, cue, notices, tip, rehearsal, evening } = props
  const { column, ways, second, screen, ending, onEnd } = props
  const shape = useStageShape()
  const zone = useViewerZone()
  const [own, lookAtOwn] = useOwnQueue(session.id, pad.queue, {
    added: pad.added,
    ...(rehearsal === undefined && { owner: second === undefined ? 'artist' : 'second' }),
  })
  const songSheet = useSongSheet(pad, own, lookAtOwn)
  const { queue } = pad
  const { active, breakUntil } = session
  const now = nowOf(queue)
  const waits = waiting(queue)
  const [next = null] = waits
  const view = next === null ? undefined : own.get(next.id)
  const rests = breakUntil !== undefined
  const until = rests ? clockTime(new Date(breakUntil), zone) : ''
  const paused = rests ? `Перерыв до ${until}` : 'Концерт на паузе'
  const states = active ? 'Концерт идёт' : rests ? 'Перерыв' : 'Концерт на паузе'
  const state = second === undefined ? states : `Второй пульт: ${second.name}`
  const lists = flags.v2 ? 2 : 1
  const toggle = active ? pad.pause : pad.resume
  const coolingDown = pad.isPending('next')
  const playNext = () => {
    pad.playNext()
    showCurrentSong()
  }
  const startNext = next !== null && !active && (
    <Button
      block
      icon={<SkipForward />}
      disabled={coolingDown}
      className={css.startNext}
      onClick={playNext}
    >
      <span className={css.oneLine}>Начать со следующей: {next.title}</span>
    </Button>
  )
  const endHere = lists === 1 && !active && second === undefined && (
    <Button block variant="dangerLine" className={css.startNext} onClick={() => onEnd(true)}>
      Завершить концерт
    </Button>
  )

  return (
    <div className={classes(ground.ground, css.pad)} data-shape={shape} data-text={Boolean(column)}>
      <section aria-label="Концерт" className={css.state}>
        <h1 className="sr">{session.title}</h1>
        <StatusRow
          session={session}
          state={lists === 1 && second === undefined ? null : state}
          onState={lists === 2 ? (active ? ways.onPause : null) : null}
          toggle={lists === 1 || shape === 'tablet' ? toggle : null}
          digits={lists === 1}
          wide={shape === 'tablet'}
          screen={screen}
          onCode={ways.onCode}
          onMenu={ways.onMenu}
        />
        <Strips pad={pad} rehearsal={rehearsal} mayOpen={second === undefined} />
        <div className={css.notices}>{notices}</div>
        {rests ? (
          <BreakUntil
            until={until}
            leftWords={<BreakLeft until={breakUntil} />}
            sounded={now?.title ?? null}
          >
            <div className={css.breakWays}>
              <Button
                variant="tonal"
                onClick={() => pad.takeBreak(minutesTo(breakUntil) + MORE_MINUTES)}
              >
                Ещё {MORE_MINUTES} минут
              </Button>
              <Button
                variant="tonal"
                onClick={() => {
                  pad.resume()
                  pad.pause()
                }}
              >
                Без времени
              </Button>
            </div>
            {endHere}
          </BreakUntil>
        ) : (
          <CurrentSong
            song={now}
            view={now === null ? undefined : own.get(now.id)}
            label={labelOf({
              active,
              lists,
              second: second !== undefined,
              paused,
              sounded: now !== null,
            })}
            waits={waits.length > 0}
            paused={!active}
            green={flags.greenCurrentSong}
            shape={shape}
            onPress={songSheet.show}
            onText={ways.onText}
          >
            {startNext}
            {endHere}
          </CurrentSong>
        )}
        {tip}
      </section>
      <PadLists
        {...{ pad, flags, own, cue, evening, ways, shape }}
        quiet={active && now === null && waits.length === 0}
        between={rulesFrom(session.rules ?? {}).orderAfter}
        onPress={songSheet.show}
        onSkip={(song) => pad.skip(song, own.get(song.id))}
      />
      {column}
      <FootBar className={css.foot}>
        <LateStrip pad={pad} />
        {/* On a music stand the heading of the list has it. */}
        {shape !== 'tablet' && <OrdersButton cue={cue} />}
        <BeforeNext pad={pad} own={own} />
        {undo !== null && (
          <UndoBar undo={undo} amount={undo.amount ?? own.get(undo.id)?.amount ?? 0} />
        )}
        <footer className={css.next}>
          {active ? (
            <NextButton
              name={lists === 2 ? 'Следующий Трек' : 'Следующая песня'}
              next={next}
              view={view}
              loading={coolingDown}
              disabled={now === null && next === null}
              onPress={playNext}
            />
          ) : (
            <ResumeButton onPress={pad.resume}>
              {rests ? nextLine(next, view) : <PauseLasts />}
            </ResumeButton>
          )}
        </footer>
      </FootBar>
      <KeptRoom />
      {songSheet.sheet}
      <FinishDialog
        open={ending}
        queue={queue}
        own={own}
        lists={lists}
        finishing={pad.isPending('end')}
        onClose={() => onEnd(false)}
        onFinish={(playedId) => void pad.end(playedId).then((ended) => onEnd(!ended))}
      />
    </div>
  )
}

type LabelFacts = {
  active: boolean
  lists: 1 | 2
  second: boolean
  paused: string
  sounded: boolean
}

/** The label above the playing song, or above the one that played before the pause. */
function labelOf({ active, lists, second, paused, sounded }: LabelFacts): string {
  if (active) return second ? 'Звучит' : 'Вы исполняете'
  return lists === 1 || !sounded ? paused : 'Звучала до паузы'
}

const MORE_MINUTES = 5

/** Not rounded: a longer break ends so much later. */
const minutesTo = (moment: string) => Math.max(0, (Date.parse(moment) - serverNow()) / MINUTE_MS)

function BreakLeft({ until }: { until: string }) {
  const now = useClock(MINUTE_MS / 4)
  const minutes = breakMinutes(Date.parse(until) - now)
  const left = plural(minutes, 'осталась', 'осталось', 'осталось')
  return (
    <>
      {left} {counted(minutes, 'минута', 'минуты', 'минут')}
    </>
  )
}

/** «зал видит паузу, идёт 4 мин» */
function PauseLasts() {
  const minutes = usePauseMinutes()
  return <>зал видит паузу{minutes > 0 && `, идёт ${minutes}\u00A0мин`}</>
}
