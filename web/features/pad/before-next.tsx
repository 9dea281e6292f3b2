import { useState } from 'react'
import { waiting } from '#domain/queue/queue.ts'
import { counted } from '#domain/russian.ts'
import { Coffee } from '#web/ui/artist-icons.tsx'
import { Button } from '#web/ui/button.tsx'
import css from './before-next.module.css'
import type { OwnQueue, OwnView } from './use-own-queue.ts'
import type { PadState } from './use-pad-state.ts'

const breakWords = (minutes: number) => counted(minutes, 'минута', 'минуты', 'минут')

/** «Перед ней перерыв, 15 минут · Поблагодарить бар»: what a set puts before a song; null where it puts nothing. */
export function beforeWords(view: OwnView | undefined): string | null {
  const { beforeNote = '', beforeBreak = 0 } = view ?? {}
  const words = [
    ...(beforeBreak > 0 ? [`перерыв, ${breakWords(beforeBreak)}`] : []),
    ...beforeNote.split('\n').filter((line) => line !== ''),
  ]
  return words.length === 0 ? null : `Перед ней: ${words.join(' · ')}`
}

type BeforeNextProps = { pad: PadState; own: OwnQueue }

/** What the set puts before the song that comes next: a note in large letters, and a break that one tap begins. */
export function BeforeNext({ pad, own }: BeforeNextProps) {
  const [taken, setTaken] = useState<string | null>(null)
  const [next] = waiting(pad.queue)
  const { beforeNote = '', beforeBreak = 0 } = (next && own.get(next.id)) ?? {}
  const rests = pad.session?.breakUntil !== undefined
  const minutes = rests || taken === next?.id ? 0 : beforeBreak
  if (next === undefined || (beforeNote === '' && minutes === 0)) return null
  return (
    <section aria-label="Перед следующей песней" className={css.before}>
      <p className={css.title}>Перед «{next.title}»</p>
      {beforeNote !== '' && <p className={css.note}>{beforeNote}</p>}
      {minutes > 0 && (
        <Button
          icon={<Coffee className="ico" />}
          onClick={() => {
            setTaken(next.id)
            pad.takeBreak(minutes)
          }}
        >
          Перерыв {breakWords(minutes)}
        </Button>
      )}
    </section>
  )
}
