import { useEffect, useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import type { QueueEntry } from '#contract/shapes.ts'
import { nowOf } from '#domain/queue/queue.ts'
import { SECOND_MS } from '#domain/time.ts'
import { padCall as call } from '#web/lib/calls/call.ts'
import { rubles } from '#web/lib/format.ts'
import { useCountdown } from '#web/lib/value-hooks.ts'
import { Undo2 } from '#web/ui/icons/artist-icons.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import css from '../running/running-pad.module.css'
import type { PadState } from '../use-pad-state.ts'
import { UNDO_WINDOW_MS } from './command-outbox.ts'
import { undoableText } from './send-commands.ts'

type LastPlayed = AnswerOf<typeof api.artist.lastPlayed>

export type Undo = {
  /** The id of the entry, or the key of the command. */
  id: string
  /** What was done: «Кино» сыграна. */
  words: string
  /** The word that takes it back. */
  label: string
  /** The kopecks of the song; undefined where only this device knows of the play. */
  amount?: number
  /** Whole seconds left to undo; null: the server has not received the play. */
  seconds: number | null
  undo(): void
}

/** The last press that refunds money or moves the end, while this device holds it back; null otherwise. */
export function useHeld({ undoable, cancelUnsent }: PadState): Undo | null {
  const seconds = useCountdown(undoable === null ? 0 : UNDO_WINDOW_MS / SECOND_MS, undoable?.key)
  const told = undoable && undoableText(undoable.action)
  if (undoable === null || told === null || seconds <= 0) return null
  const { text: words, label } = told
  return {
    id: undoable.key,
    words,
    label,
    amount: 0,
    seconds,
    undo: () => void cancelUnsent(undoable),
  }
}

/**
 * The song that was played last, while it can be undone; null otherwise. A command that was never sent is simply
 * dropped. One that the server has received can be undone for as long as the server says, which is requested whenever
 * another song starts, so that a reload or a press on another device changes nothing.
 */
export function useUndo({ session, queue, connection, ...pad }: PadState): Undo | null {
  const sessionId = session?.id
  const nowId = nowOf(queue)?.id ?? null
  const step = pad.commands.findLast(
    ({ action }) => action.kind === 'next' || action.kind === 'undo',
  )
  // The server does not have an unsent command, and after a lost connection another device may have changed the song.
  const live = connection === 'live' && step === undefined
  const [lastKnown, setLastKnown] = useState<{ nowId: string | null; last: LastPlayed } | null>(
    null,
  )

  useEffect(() => {
    if (sessionId === undefined || !live) return undefined
    const asking = new AbortController()
    const { signal } = asking
    call(api.artist.lastPlayed, { query: { sessionId } }, { signal }).then(
      (last) => setLastKnown({ nowId, last }),
      // Without a response nothing is offered; the next song, or a reconnect, requests it again.
      () => undefined,
    )
    return () => asking.abort()
  }, [sessionId, nowId, live])

  // A response from before the current song started does not describe the song that was just played.
  const last =
    sessionId !== undefined && lastKnown?.nowId === nowId ? (lastKnown?.last ?? null) : null
  const seconds = useCountdown(last?.undoSeconds ?? 0, last)

  if (step !== undefined) {
    const { action } = step
    if (!pad.late || action.kind !== 'next' || action.played === null) return null
    const { played } = action
    return {
      id: played.id,
      ...playedWords(played),
      seconds: null,
      // The command may have been sent since the render.
      undo: () => {
        if (!pad.cancelUnsent(step)) pad.undo(played)
      },
    }
  }
  if (last === null || seconds <= 0) return null
  const { id, amount } = last
  return { id, ...playedWords(last), amount, seconds, undo: () => pad.undo(asEntry(last)) }
}

const playedWords = ({ title }: Pick<QueueEntry, 'title'>) => ({
  words: `«${title}» сыграна`,
  label: 'Отменить',
})

/** Leaves out the fields that the commands of this device do not store. */
export function asEntry(played: QueueEntry): QueueEntry {
  const { id, songId, title, artistName, imageUrl, status, backers } = played
  return { id, songId, title, artistName, imageUrl, status, backers }
}

/** Takes back the last press that can be. */
export function UndoBar({ undo, amount }: { undo: Undo; amount: number }) {
  return (
    <section aria-label="Последнее действие" className={css.undoBar}>
      <p className={css.undoWords}>
        <span className={css.undoTitle}>{undo.words}</span>
        <span className={css.undoLeft}>
          {undo.seconds === null ? 'ждёт связи' : <>ещё {undo.seconds}&nbsp;с</>}
          {amount > 0 && ` · ${rubles(amount)} ваши`}
        </span>
      </p>
      <Button icon={<Undo2 />} onClick={undo.undo}>
        {undo.label}
      </Button>
    </section>
  )
}
