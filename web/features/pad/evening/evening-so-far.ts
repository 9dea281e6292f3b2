import { useEffect, useEffectEvent, useState } from 'react'
import { api } from '#contract/index.ts'
import type { EveningSoFar } from '#contract/report.ts'
import type { QueueEntry } from '#contract/shapes.ts'
import { SECOND_MS } from '#domain/time.ts'
import { orWhenUnavailable, sentenceOf } from '#web/lib/calls/call-failed.ts'
import { padCall as call } from '#web/lib/calls/call.ts'
import { storeCopy, readCopy } from '#web/lib/device/device-copy.ts'
import { readStored, writeStored } from '#web/lib/device/device-memory.ts'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import type { PadCommand } from '../commands/command.ts'
import type { PadState } from '../use-pad-state.ts'
import type { Given } from './tip-card.tsx'

/** The queue changes in bursts; one request covers them all (ms). */
const REST_MS = 300
/** A tip changes nothing in the queue; polling shows it within this time (ms). */
const POLL_MS = 15 * SECOND_MS

/**
 * `typed`: the server has not assigned the entry's song yet. `undoUntil`: ISO 8601; null while the server has not
 * received the play.
 */
export type PlayedSong = Omit<EveningSoFar['played'][number], 'undoUntil'> & {
  readonly typed: boolean
  readonly undoUntil: string | null
}

export type Evening = {
  /** The newest first, including those in the outbox of this pad. */
  played: readonly PlayedSong[]
  /** Null on a second pad, and before the server has responded. */
  tips: EveningSoFar['tips']
  /** The thanks for songs, the newest first. */
  thanks: EveningSoFar['thanks']
  /** What was given and waits for an answer, the oldest first. */
  given: readonly Given[]
  answer: (one: Given) => void
  drop: (one: Given) => void
  /** Shows a name that the word filter holds back, to the hall too. */
  open: (one: Given) => Promise<void>
  /** Its state on the server has changed. */
  look: () => void
  /** Kopecks that listeners gave for the played songs, and as tips; null where `tips` is. */
  sum: number | null
}

/** The played songs: the server's list without those that play or wait again, plus the commands without a response. */
export function playedWith(
  fromServer: EveningSoFar['played'],
  queue: readonly QueueEntry[],
  commands: readonly PadCommand[],
): readonly PlayedSong[] {
  const live = new Set(queue.map(({ id }) => id))
  const known = new Set(fromServer.map(({ id }) => id))
  const here = commands.flatMap(({ action, at }): PlayedSong[] => {
    if (action.kind !== 'next' || action.played === null || known.has(action.played.id)) return []
    const { played } = action
    const endedAt = new Date(at).toISOString()
    const typed = played.songId === played.id
    const unknown = { amount: 0, paidOrders: 0, suggested: false }
    return [{ ...played, ...unknown, status: 'PLAYED', endedAt, typed, undoUntil: null }]
  })
  const all = [...here.toReversed(), ...fromServer.map((song) => ({ ...song, typed: false }))]
  return all.filter(({ id }) => !live.has(id))
}

/** What listeners gave and nobody has answered or put away here, the oldest first. */
export function givenWith(
  { tips, thanks }: Pick<EveningSoFar, 'tips' | 'thanks'>,
  dropped: ReadonlySet<string>,
  { answeredToo = false } = {},
): readonly Given[] {
  const open = ({ id, answered }: { id: string; answered: boolean }) =>
    (answeredToo || !answered) && !dropped.has(id)
  const given = [
    ...(tips?.newest ?? []).filter(open).map(({ message, held = false, ...tip }) => ({
      ...tip,
      held,
      words: message.trim(),
      isTip: true,
    })),
    ...thanks.filter(open).map(({ id, at, name, title }) => ({
      id,
      at,
      name,
      held: false,
      table: null,
      amount: 0,
      words: `Спасибо за «${title}»`,
      isTip: false,
    })),
  ]
  return given.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

const DROPPED = 'tips put away '

function droppedIn(sessionId: string | undefined): ReadonlySet<string> {
  if (sessionId === undefined || typeof window === 'undefined') return new Set()
  return new Set((readStored(DROPPED + sessionId) ?? '').split(' '))
}

const NOTHING: EveningSoFar = { played: [], tips: null, thanks: [] }

type Copy = { sessionId: string; evening: EveningSoFar }
/** `at`: the state of the queue at the request; null before it. */
type StoredEvening = Copy & { at: string | null }

function copyOf(name: 'copy artist evening' | 'copy second evening', sessionId: string) {
  const copy = readCopy(name)?.value as Copy | undefined
  return copy?.sessionId === sessionId ? { ...NOTHING, ...copy.evening } : null
}

/** The songs played and money given this evening, requested on every change of the queue, at each tip and thanks, and every 15 s. */
export function useEveningSoFar(pad: PadState, owner: 'artist' | 'second'): Evening {
  const { queue, commands, given } = pad
  const sessionId = pad.session?.id
  const copyName = `copy ${owner} evening` as const
  const [stored, setStored] = useState<StoredEvening | null>(null)
  const toast = useToast()
  if (sessionId !== undefined && stored?.sessionId !== sessionId)
    setStored({ sessionId, at: null, evening: copyOf(copyName, sessionId) ?? NOTHING })

  // A response changes nothing that is shown, and only the server knows its meaning.
  const queueKey = [
    ...queue.map(({ id, status }) => id + status),
    ...commands.map(({ key }) => key),
    given,
  ].join()
  const [dropped, setDropped] = useState<ReadonlySet<string>>(() => droppedIn(sessionId))
  function drop({ id }: Given) {
    const next = new Set([...dropped, id])
    setDropped(next)
    if (sessionId !== undefined) writeStored(DROPPED + sessionId, [...next].join(' '))
  }
  const [answering, setAnswering] = useState<ReadonlySet<string>>(new Set())
  async function answer(one: Given) {
    if (sessionId === undefined) return
    // Gone at once: a second tap on the stage would thank twice.
    setAnswering((before) => new Set([...before, one.id]))
    try {
      if (one.isTip) await call(api.artist.answerTip, { body: { sessionId, tipId: one.id } })
      else await call(api.artist.answerThanks, { body: { sessionId, thanksId: one.id } })
    } catch (failure) {
      setAnswering((before) => new Set([...before].filter((id) => id !== one.id)))
      toast(sentenceOf(failure))
    }
  }
  async function open(one: Given) {
    if (sessionId === undefined) return
    await call(api.artist.openTipName, { body: { sessionId, tipId: one.id } })
    await look(queueKey)
  }
  const look = useEffectEvent(async (at: string) => {
    if (sessionId === undefined || document.hidden) return
    const asked = call(api.artist.evening, { query: { sessionId } })
    const evening = await orWhenUnavailable(asked, null)
    if (evening === null) return
    setStored({ sessionId, at, evening })
    storeCopy(copyName, { sessionId, evening } satisfies Copy)
  })
  const seen = stored?.at
  useEffect(() => {
    if (sessionId === undefined || seen === queueKey) return undefined
    const timer = setTimeout(() => void look(queueKey), REST_MS)
    return () => clearTimeout(timer)
  }, [sessionId, seen, queueKey])
  useEffect(() => {
    if (sessionId === undefined) return undefined
    const timer = setInterval(() => void look(queueKey), POLL_MS)
    return () => clearInterval(timer)
  }, [sessionId, queueKey])

  const { played, tips, thanks } =
    stored?.sessionId === sessionId ? (stored?.evening ?? NOTHING) : NOTHING
  const songs = played.reduce((sum, { amount }) => sum + amount, 0)
  return {
    played: playedWith(played, queue, commands),
    tips,
    thanks,
    given: givenWith({ tips, thanks }, new Set([...dropped, ...answering])),
    answer: (one) => void answer(one),
    drop,
    open,
    look: () => void look(queueKey),
    sum: tips && tips.sum + songs,
  }
}
