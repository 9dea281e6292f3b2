import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { Session } from '#contract/shapes.ts'
import { countdown } from '#domain/concerts/concert.ts'
import { clockTime, counted } from '#domain/russian.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { serverNow } from '#web/lib/calls/call.ts'
import { useViewerZone } from '#web/lib/format.ts'
import { Monitor, QrCode } from '#web/ui/icons/artist-icons.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import type { IconButtonProps } from '#web/ui/buttons/icon-button.tsx'
import { EllipsisVertical, Pause, Play } from '#web/ui/icons/icons.tsx'
import { Badge } from '#web/ui/status/badge.tsx'
import css from './status-row.module.css'

const LAST_MINUTES = 5

/** The server's time in ms since 1970, updated every `everyMs` and when the page becomes visible. */
export function useClock(everyMs: number): number {
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

type TimeLeftProps = Pick<Session, 'dateTimeEnd' | 'street'> & {
  /** «01:24» instead of «1 ч 24». */
  digits: boolean
}

/** «ещё 1 ч 24, сейчас 21:36»; a concert in the street has no end. */
function TimeLeft({ dateTimeEnd, street, digits }: TimeLeftProps) {
  const now = new Date(useClock(MINUTE_MS / 4))
  const zone = useViewerZone()
  const { hours, minutes, overdue } = countdown(new Date(dateTimeEnd), now)
  const clock = `сейчас ${clockTime(now, zone)}`
  const two = (value: number) => String(value).padStart(2, '0')
  const short = digits
    ? `${two(hours)}:${two(minutes)}`
    : hours > 0
      ? `${hours}\u00A0ч\u00A0${two(minutes)}`
      : `${minutes}\u00A0мин`
  const words = [
    hours > 0 && counted(hours, 'час', 'часа', 'часов'),
    counted(minutes, 'минута', 'минуты', 'минут'),
  ]
  const left = overdue ? 'Время концерта вышло' : `До конца ${words.filter(Boolean).join(' ')}`
  return (
    <p className={css.left}>
      <span
        role="timer"
        aria-label={street === true ? clock : `${left}, ${clock}`}
        className={css.times}
      >
        {street !== true && (
          <b className={classes(hours === 0 && minutes < LAST_MINUTES && css.danger)}>
            <small>ещё</small> {short}
          </b>
        )}
        <span className={css.clock}>{clock}</span>
      </span>
    </p>
  )
}

type StatusRowProps = {
  session: Session
  /** The words of the state; null where the button of the pause says it. */
  state: string | null
  /** Null on the pad with one list, which has a button of its own for it. */
  onState: (() => void) | null
  /** The button that pauses and resumes; left out where the menu alone has it. */
  toggle: (() => void) | null
  digits: boolean
  wide: boolean
  /** The screen of the hall; null in a rehearsal. */
  screen: string | null
  onCode: () => void
  onMenu: () => void
}

/** The state of the concert, the time left, the code and the menu: each one tap away. */
export function StatusRow(props: StatusRowProps) {
  const { session, state, onState, toggle, digits, wide, screen, onCode, onMenu } = props
  const { active } = session
  const size: IconButtonProps['size'] = wide ? 'l' : 'm'
  const badge = state !== null && (
    <Badge tone={active ? 'now' : 'pause'} size={wide ? 'l' : 'm'}>
      <span className={css.words}>{state}</span>
    </Badge>
  )
  const screenLink = (hidden: boolean): ReactNode =>
    screen !== null && (
      <IconButton
        label="Экран зала"
        variant="tonal"
        size={size}
        href={screen}
        target="_blank"
        className={classes(hidden && css.sideOnly)}
      >
        <Monitor />
      </IconButton>
    )
  return (
    <div className={css.head}>
      <div className={css.row}>
        {onState === null ? (
          <span className={css.state}>{badge}</span>
        ) : (
          <button type="button" className={classes(css.state, css.pressed)} onClick={onState}>
            {badge}
          </button>
        )}
        <div className={css.tools}>
          {toggle !== null && (
            <IconButton
              label={active ? 'Приостановить концерт' : 'Продолжить концерт'}
              variant="tonal"
              size={size}
              onClick={toggle}
            >
              {active ? <Pause /> : <Play />}
            </IconButton>
          )}
          {!wide && <TimeLeft {...session} digits={digits} />}
          {screenLink(true)}
          <IconButton label="Код во весь экран" variant="tonal" size={size} onClick={onCode}>
            <QrCode />
          </IconButton>
          <IconButton
            label="Меню концерта"
            variant="tonal"
            size={size}
            aria-haspopup="dialog"
            onClick={onMenu}
          >
            <EllipsisVertical />
          </IconButton>
        </div>
      </div>
      {wide && (
        <div className={css.second}>
          <TimeLeft {...session} digits={digits} />
          {screenLink(false)}
        </div>
      )}
    </div>
  )
}
