import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { QueueEntry, Session } from '#contract/shapes.ts'
import { countdown } from '#domain/concerts/concert.ts'
import { nowOf, unplayedCount, waiting } from '#domain/queue/queue.ts'
import { clockTime, counted } from '#domain/russian.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { rubles, useViewerZone } from '#web/lib/format.ts'
import { serverNow } from '#web/lib/calls/call.ts'
import { ConnectionStrip } from '#web/parts/connection-strip.tsx'
import { CloudOff, Hand, Sun, SunDim } from '#web/ui/icons/artist-icons.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import type { CountdownProps } from '#web/ui/status/countdown.tsx'
import { Countdown } from '#web/ui/status/countdown.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { MenuAction } from '#web/ui/overlays/menu.tsx'
import { Rule } from '#web/ui/layout/section.tsx'
import { useMedia } from '#web/ui/use-media.ts'
import type { Awake } from '#web/ui/keep-awake.ts'
import { browserWakeLockApi, keepAwake } from '#web/ui/keep-awake.ts'
import { receptionOf } from '../commands/command-calls.ts'
import { Asks } from './asks.tsx'
import { BeforeNext } from './song-list.tsx'
import type { PadFlags } from '../load.ts'
import type { OrderCue } from './order-cue.tsx'
import css from './pad-parts.module.css'
import ground from '../pad.module.css'
import { useSongSheet } from './song-sheet.tsx'
import { titleSize } from '../stage/title-size.ts'
import type { Undo } from '../commands/undo-bar.tsx'
import type { OwnQueue, OwnView } from '../use-own-queue.ts'
import { useOwnQueue } from '../use-own-queue.ts'
import type { PadState } from '../use-pad-state.ts'

/** The props of both layouts: with one list and with two. */
export type PadLayoutProps = {
  pad: PadState
  session: Session
  flags: PadFlags
  /** Null where no song can be undone. */
  undo: Undo | null
  cue: OrderCue
  /** Further actions of the menu. */
  tools: readonly MenuAction[]
  /** Questions and notices of the pad itself. */
  notices: ReactNode
  /** The evening so far, in one line. */
  evening: ReactNode
  onAdd: () => void
  /** The links to the other tabs. */
  nav: ReactNode
  /** False on a second pad. */
  mayEnd: boolean
}

/** The parts that the one-list and the two-list pad share; `lists`: which of them it is. */
export function usePadLayout({ pad, session, flags, cue, notices }: PadLayoutProps, lists: 1 | 2) {
  const tablet = useTabletStage()
  const [end, setEnd] = useState<EndStep>(null)
  const [own, lookAtOwn] = useOwnQueue(session.id, pad.queue, pad.added)
  const songSheet = useSongSheet(pad, own, lookAtOwn)
  const { queue } = pad
  const now = nowOf(queue)
  const skip = (song: QueueEntry) => pad.skip(song, own.get(song.id)?.amount)
  return {
    tablet,
    now,
    paused: usePauseWords(session),
    coolingDown: pad.isPending('next'),
    /** Removing a song shows how much is refunded for it. */
    skipping: { ...pad, skip },
    size: tablet ? 'l' : 'm',
    className: classes(ground.ground, tablet ? ground.tablet : ground.phone),
    askEnd: () => setEnd('asked'),
    ofList: { own, fresh: cue.fresh, wordy: tablet, onPress: songSheet.show },
    ofCurrentSong: {
      song: now,
      view: now === null ? undefined : own.get(now.id),
      waitingSongs: waiting(queue).length,
      green: flags.greenCurrentSong,
      tablet,
      onPress: songSheet.show,
    },
    head: (
      <div className={ground.strips}>
        <ConnectionStrip connection={pad.connection} receivedAt={pad.receivedAt} />
        <UnsentStrip pad={pad} />
        <ClosedStrip pad={pad} session={session} />
        {notices}
        <BeforeNext pad={pad} own={own} />
      </div>
    ),
    asked: (
      <>
        {songSheet.sheet}
        <FinishDialog
          end={end}
          queue={queue}
          own={own}
          lists={lists}
          finishing={pad.isPending('end')}
          onClose={() => setEnd(null)}
          onFinish={(played) => {
            if (played) setEnd('played')
            void pad.end(played)
          }}
        />
      </>
    ),
  } as const
}

/** Whether the pad is on a music stand: a tablet in landscape, or a larger screen. */
function useTabletStage(): boolean {
  return useMedia('(min-width: 960px) and (min-height: 600px) and (orientation: landscape)')
}

/** The pad's text for a paused concert. */
function usePauseWords({ breakUntil }: Pick<Session, 'breakUntil'>): string {
  const zone = useViewerZone('Europe/Moscow')
  if (breakUntil === undefined) return 'Концерт на паузе'
  return `Перерыв до ${clockTime(new Date(breakUntil), zone)}`
}

type TimeLeftProps = Pick<CountdownProps, 'size' | 'paused' | 'className'> & {
  /** ISO 8601. */
  endsAt: string
}

/** Hours and minutes to the planned end of the concert. */
export function TimeLeft({ endsAt, ...look }: TimeLeftProps) {
  const now = useClock(MINUTE_MS)
  const { hours, minutes, overdue } = countdown(new Date(endsAt), new Date(now))
  const words = [
    hours > 0 && counted(hours, 'час', 'часа', 'часов'),
    counted(minutes, 'минута', 'минуты', 'минут'),
  ]
  const label = overdue ? 'Время концерта вышло' : `До конца ${words.filter(Boolean).join(' ')}`
  return <Countdown {...look} left={(hours * 60 + minutes) * MINUTE_MS} label={label} />
}

/** The server's time in ms since 1970, updated every `everyMs` and when the page becomes visible. */
function useClock(everyMs: number): number {
  const [now, setNow] = useState(serverNow)

  useEffect(() => {
    const look = () => setNow(serverNow())
    const timer = setInterval(look, everyMs)
    // Phones stop the timers of a hidden page.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [everyMs])

  return now
}

/** Keeps the screen awake while it is mounted, and says so where it cannot. */
export function WakeBadge() {
  const [awake, setAwake] = useState<Awake | null>(null)
  useEffect(() => keepAwake(browserWakeLockApi(), setAwake), [])
  if (awake === null) return <p className={css.badge} />
  return (
    <p className={css.badge} data-lit={awake.on}>
      {awake.on ? <Sun className="ico" /> : <SunDim className="ico" />}
      <span>
        {awake.on ? 'Экран не гаснет' : 'Экран может погаснуть'}
        {!awake.on && awake.why !== null && <span className={css.why}>: {awake.why}</span>}
      </span>
    </p>
  )
}

type UnsentStripProps = { pad: Pick<PadState, 'unsent' | 'late'> }

/** The commands that have not reached the server yet. */
function UnsentStrip({ pad: { unsent, late } }: UnsentStripProps) {
  return (
    <output className={css.room}>
      {late && (
        <span className={css.strip}>
          <CloudOff className="ico" />
          <span>
            <b>Не отправлено: {unsent}</b>. Отправим по порядку, когда вернётся связь.
          </span>
        </span>
      )}
    </output>
  )
}

/** Stays while no orders are taken, since nothing else says why the hall is silent. */
function ClosedStrip({ pad, session }: Pick<PadLayoutProps, 'pad' | 'session'>) {
  if (!receptionOf(session.rules).closed) return null
  return (
    <div className={css.strip}>
      <Hand className="ico" />
      <output className={css.grows}>
        <b>Приём закрыт</b>
      </output>
      <Button size="s" onClick={() => pad.takeOrders(true)}>
        Открыть
      </Button>
    </div>
  )
}

/** `played`: the playing song has been counted as played, and the end itself may have failed since. */
type EndStep = null | 'asked' | 'played'

type FinishDialogProps = {
  end: EndStep
  queue: readonly QueueEntry[]
  own: OwnQueue
  lists: 1 | 2
  finishing: boolean
  onClose: () => void
  /** `played`: the playing song is to be paid. */
  onFinish: (played: boolean) => void
}

/** The question before the end of a concert, more serious where songs would stay unplayed. */
function FinishDialog(props: FinishDialogProps) {
  const { end, queue, own, lists, finishing, onClose, onFinish } = props
  const count = unplayedCount(queue)
  const now = nowOf(queue)
  // The next song has taken the place of the played one without sounding: nobody is asked whether it was played.
  const paid = now === null || end === 'played' ? 0 : (own.get(now.id)?.amount ?? 0)
  const returned = waiting(queue).flatMap(({ id }) => own.get(id)?.amount || [])
  const onConfirm = () => onFinish(false)
  const answers = { open: end !== null, onClose, onConfirm, confirming: finishing }
  if (count === 0) {
    return <Dialog {...answers} title="Завершить концерт?" tone="danger" safe="Нет" confirm="Да" />
  }
  const dialogProps = {
    ...answers,
    tone: 'danger',
    stacked: true,
    safe: 'Продолжить концерт',
    confirm: paid > 0 ? `Не сыграна, вернуть ${rubles(paid)}` : 'Завершить',
    other: paid > 0 ? { label: 'Сыграна, деньги мне', onPress: () => onFinish(true) } : undefined,
  } as const
  const sounding = now !== null && paid > 0 && (
    <p className={css.sounding}>
      За песню «{now.title}», которая звучит сейчас, заплатили {rubles(paid)}. Завершить концерт и…
    </p>
  )
  const toReturn = returned.length > 0 && (
    <p className={css.sounding}>
      Ещё за {counted(returned.length, 'песню', 'песни', 'песен')} вернём{' '}
      {rubles(returned.reduce((sum, amount) => sum + amount, 0))} слушателям.
    </p>
  )
  if (lists === 2) {
    return (
      <Dialog {...dialogProps} title="Завершить концерт, не доигрывая следующие треки?">
        <p>Всего {count} незавершенных треков</p>
        {sounding}
        {toReturn}
      </Dialog>
    )
  }
  return (
    <Dialog {...dialogProps} title="Есть недоигранные песни:">
      <ul className={css.songs}>
        {[...(now === null ? [] : [now]), ...waiting(queue)].map((song) => (
          <li key={song.id} className={css.finishSong}>
            {song.title}
          </li>
        ))}
      </ul>
      <p>Завершить концерт и не доигрывать эти песни?</p>
      {sounding}
      {toReturn}
    </Dialog>
  )
}

type CurrentSongProps = {
  /** Null before the first song and after the last one. */
  song: QueueEntry | null
  /** The data of the song that only the artist gets. */
  view: OwnView | undefined
  /** The text above the song. */
  label: string
  /** The number of waiting songs. */
  waitingSongs: number
  /** The name of the button that starts the next song. */
  nextName: string
  /** The label says that the concert is paused. */
  paused?: boolean
  /** Flag active-session-green-current-song. */
  green: boolean
  tablet: boolean
  onPress: (song: QueueEntry) => void
}

/** The playing song, readable from the floor. */
export function CurrentSong(props: CurrentSongProps) {
  const {
    song,
    view,
    label,
    waitingSongs,
    nextName,
    paused = false,
    green,
    tablet,
    onPress,
  } = props
  const title = song?.title ?? (waitingSongs > 0 ? 'Зал ждёт песню' : 'Пока тишина')
  const hasLabel = song !== null || paused
  return (
    <section
      className={classes(css.song, green && css.green, tablet && css.tablet)}
      aria-label="Текущая песня"
    >
      {!tablet && <Rule tone={green ? 'ink' : 'lamp'} />}
      <div className={css.in}>
        {hasLabel && <p className={classes(css.label, paused && css.paused)}>{label}</p>}
        <h2 className={classes(css.title, css[titleSize(title, tablet ? 'tablet' : 'phone')])}>
          {song === null ? (
            title
          ) : (
            <button type="button" className={css.pressed} onClick={() => onPress(song)}>
              {title}
            </button>
          )}
        </h2>
        <p className={css.artist}>{song ? song.artistName : hint(waitingSongs, nextName)}</p>
        <Asks view={view} large />
      </div>
    </section>
  )
}

function hint(waitingSongs: number, nextName: string): string {
  return waitingSongs > 0
    ? `Нажмите «${nextName}», когда начнёте`
    : 'Заказы из зала появятся здесь сами'
}
