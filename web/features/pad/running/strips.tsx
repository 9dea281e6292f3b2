import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { atClockOrDay, counted } from '#domain/russian.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { serverNow } from '#web/lib/calls/call.ts'
import { useViewerZone } from '#web/lib/format.ts'
import { useConnectionLost } from '#web/lib/live/live-concert.ts'
import { useMountedAt } from '#web/lib/value-hooks.ts'
import { CloudOff, Hand, SunDim } from '#web/ui/icons/artist-icons.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import type { Awake } from '#web/ui/keep-awake.ts'
import { browserWakeLockApi, keepAwake } from '#web/ui/keep-awake.ts'
import { receptionOf } from '../commands/command-calls.ts'
import type { PadState } from '../use-pad-state.ts'
import css from './running-pad.module.css'
import { spanText } from './span-text.ts'
import { useClock } from './status-row.tsx'

type StripsProps = {
  pad: PadState
  /** The strip of a rehearsal. */
  rehearsal?: ReactNode
  /** On a second pad reception is not its own to open. */
  mayOpen: boolean
}

/** One at a time, the most important first: no network, reception closed, a rehearsal, a screen that may go out. */
export function Strips({ pad, rehearsal, mayOpen }: StripsProps) {
  const lost = useNetworkLost(pad)
  const awake = useAwake()
  const { closed } = receptionOf(pad.session?.rules)
  return (
    <>
      <output className={css.room}>{lost && <CutWords pad={pad} />}</output>
      {!lost && closed && (
        <div className={css.strip}>
          <Hand />
          <output className={css.grows}>
            <b>Приём закрыт</b>
          </output>
          {mayOpen && (
            <Button variant="text" onClick={() => pad.takeOrders(true)}>
              Открыть
            </Button>
          )}
        </div>
      )}
      {rehearsal}
      {!lost && !closed && rehearsal === undefined && awake !== null && !awake.on && (
        <div className={classes(css.strip, css.wake)}>
          <SunDim />
          <span className={css.grows}>
            <b>Экран может погаснуть</b>
            {awake.why !== null && `: ${awake.why}`}
          </span>
        </div>
      )}
    </>
  )
}

/** The channel is away, or a command found no network. */
function useNetworkLost(pad: PadState): boolean {
  const lost = useConnectionLost(pad.connection)
  return lost || (pad.late && pad.lost)
}

/** In the bar, which grows upwards: a slow answer, which comes and goes with every second command, moves no row. */
export function LateStrip({ pad }: Pick<StripsProps, 'pad'>) {
  const lost = useNetworkLost(pad)
  return (
    <output className={classes(css.room, css.late)}>
      {pad.late && !lost && <CutWords pad={pad} />}
    </output>
  )
}

/** «Нет связи 2 мин. Играйте: 3 команды отправим сами»; of a slow server «Ответ задерживается.» */
function CutWords({ pad: { unsent, receivedAt, lost } }: Pick<StripsProps, 'pad'>) {
  const zone = useViewerZone()
  const cameAt = useMountedAt()
  const now = Math.max(useClock(MINUTE_MS / 4), serverNow())
  const at = receivedAt ?? cameAt
  return (
    <span className={classes(css.strip, css.plain)}>
      <CloudOff />
      <span className={css.grows}>
        <b>
          {lost ? 'Нет связи' : 'Ответ задерживается'}
          {lost && spanText(now - at)}.
        </b>{' '}
        {unsent > 0
          ? `Играйте: ${counted(unsent, 'команду', 'команды', 'команд')} отправим сами`
          : `Показываем то, что было ${atClockOrDay(new Date(at), zone, new Date(now))}`}
      </span>
    </span>
  )
}

/** Keeps the screen awake while the pad runs. */
function useAwake(): Awake | null {
  const [awake, setAwake] = useState<Awake | null>(null)
  useEffect(() => keepAwake(browserWakeLockApi(), setAwake), [])
  return awake
}
