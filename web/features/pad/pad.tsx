import { useState } from 'react'
import type { ReactNode } from 'react'
import { nowOf, waiting } from '#domain/queue.ts'
import { Announcer } from '#web/parts/announcer.tsx'
import { Keyboard, Volume2, VolumeOff } from '#web/ui/artist-icons.tsx'
import type { MenuAction } from '#web/ui/menu.tsx'
import ground from './ground.module.css'
import { KeysSheet } from './keys-sheet.tsx'
import { useOrderCue } from './order-cue.tsx'
import { orderSoundIsOn, switchOrderSound } from './order-sound.ts'
import type { PadFlags } from './pad-flags.ts'
import type { PadKey } from './pad-keys.ts'
import { PadStart } from './pad-start.tsx'
import { PadV1 } from './pad-v1.tsx'
import { PadV2 } from './pad-v2.tsx'
import { useUndo } from './undo-bar.tsx'
import { usePadKeys } from './use-pad-keys.ts'
import type { PadState } from './use-pad-state.ts'

export type PadProps = {
  pad: PadState
  flags: PadFlags
  nav: ReactNode
  exits: readonly MenuAction[]
}

/** The artist's pad: before the concert, and during it in the version that the artist has. */
export function Pad({ pad, flags, nav, exits }: PadProps) {
  const { session } = pad
  const undo = useUndo(pad)
  const cue = useOrderCue(pad.queue)
  const [help, setHelp] = useState(false)
  const [sound, setSound] = useState(orderSoundIsOn)

  const press: Record<PadKey, () => void> = {
    // Version 1 shows the close button in place of «next» while the concert stands still.
    next: () => (flags.v2 || session?.active === true) && pad.playNext(),
    pause: () => (session?.active === true ? pad.pause() : pad.resume()),
    undo: () => undo?.undo(),
    help: () => setHelp(true),
  }
  usePadKeys(session !== null, (key) => press[key]())

  const tools: MenuAction[] = [
    {
      key: 'keys',
      label: 'Клавиши и педаль',
      icon: <Keyboard className="ico" />,
      onSelect: () => setHelp(true),
    },
    {
      key: 'sound',
      label: `Звук нового заказа: ${sound ? 'включён' : 'выключен'}`,
      icon: sound ? <Volume2 className="ico" /> : <VolumeOff className="ico" />,
      onSelect() {
        switchOrderSound(!sound)
        setSound(!sound)
      },
    },
  ]

  return (
    <>
      {session === null && <PadStart pad={pad} nav={nav} />}
      {session !== null && flags.v2 && (
        <PadV2 key={session.id} {...{ pad, session, flags, undo, cue, tools, nav, exits }} />
      )}
      {session !== null && !flags.v2 && (
        <PadV1 key={session.id} {...{ pad, session, flags, undo, cue, tools, nav }} />
      )}
      {session !== null && (
        <div className={ground.ground}>
          <KeysSheet open={help} onClose={() => setHelp(false)} />
        </div>
      )}
      <Announcer words={session === null ? '' : inWords(pad)} />
      <Announcer words={session === null ? '' : cue.words} />
      <Announcer words={undo === null ? '' : `«${undo.title}» сыграна, её можно вернуть.`} />
    </>
  )
}

/** For those who do not see the list move. */
function inWords({ queue }: PadState): string {
  const now = nowOf(queue)
  const ordered = queue.filter(({ status }) => status === 'SCHEDULED').length
  const plays = now === null ? 'Сейчас ничего не играет.' : `Сейчас: ${now.title}.`
  return `${plays} В очереди ${waiting(queue).length - ordered}, в заказах ${ordered}.`
}
