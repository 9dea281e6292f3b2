import type { ReactNode } from 'react'
import { nowOf } from '#domain/queue.ts'
import type { MenuAction } from '../../ui/menu.tsx'
import { Announcer } from '../announcer.tsx'
import type { PadFlags } from './pad-flags.ts'
import { PadStart } from './pad-start.tsx'
import { PadV1 } from './pad-v1.tsx'
import { PadV2 } from './pad-v2.tsx'
import type { Stage } from './use-stage.ts'
import { useUndo } from './use-undo.ts'

export type PadProps = {
  stage: Stage
  flags: PadFlags
  nav: ReactNode
  exits: readonly MenuAction[]
}

/** The artist's pad: before the concert, and during it in the version that the artist has. */
export function Pad({ stage, flags, nav, exits }: PadProps) {
  const { session } = stage
  const undo = useUndo(stage)
  return (
    <>
      {session === null && <PadStart stage={stage} nav={nav} />}
      {session !== null && flags.v2 && (
        <PadV2 key={session.id} {...{ stage, session, flags, undo, nav, exits }} />
      )}
      {session !== null && !flags.v2 && (
        <PadV1 key={session.id} {...{ stage, session, flags, undo, nav }} />
      )}
      <Announcer words={session === null ? '' : inWords(stage)} />
      <Announcer words={undo === null ? '' : `«${undo.title}» сыграна, её можно вернуть.`} />
    </>
  )
}

/** For those who do not see the list move. */
function inWords({ queue }: Stage): string {
  const now = nowOf(queue)
  const count = (wanted: string) => queue.filter(({ status }) => status === wanted).length
  const plays = now === null ? 'Сейчас ничего не играет.' : `Сейчас: ${now.title}.`
  return `${plays} В очереди ${count('QUEUED')}, в заказах ${count('SCHEDULED')}.`
}
