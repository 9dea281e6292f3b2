import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '#contract/index.ts'
import type { EveningSoFar } from '#contract/report.ts'
import type { QueueEntry } from '#contract/shapes.ts'
import { counted } from '#domain/russian.ts'
import { SECOND_MS } from '#domain/time.ts'
import { isHeldBack } from '#domain/queue/held-texts.ts'
import { orWhenUnavailable, sentenceOf } from '#web/lib/calls/call-failed.ts'
import { padCall as call } from '#web/lib/calls/call.ts'
import { storeCopy, readCopy } from '#web/lib/device/device-copy.ts'
import { rubles } from '#web/lib/format.ts'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import type { PadCommand } from '../commands/command.ts'
import type { PadState } from '../use-pad-state.ts'

/** The queue changes in bursts; one request covers them all (ms). */
const REST_MS = 300
/** A tip changes nothing in the queue; polling shows it within this time (ms). */
const POLL_MS = 15 * SECOND_MS
/** The most characters of a tip's words in a toast; the list has all of them. */
const TOAST_LENGTH_MOST = 140

/**
 * `typed`: the server has not assigned the entry's song yet. `undoUntil`: ISO 8601; null while the server has not
 * received the play.
 */
export type PlayedSong = Omit<EveningSoFar['played'][number], 'undoUntil'> & {
  readonly typed: boolean
  readonly undoUntil: string | null
}
type Thanks = EveningSoFar['thanks'][number]
type Tip = NonNullable<EveningSoFar['tips']>['newest'][number]

export type Evening = {
  /** The newest first, including those in the outbox of this pad. */
  played: readonly PlayedSong[]
  /** Null on a second pad, and before the server has responded. */
  tips: EveningSoFar['tips']
  /** The thanks for songs, the newest first. */
  thanks: EveningSoFar['thanks']
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

/** The tips since `before`, in one notice; null where there are none. */
export function tipText(before: readonly Tip[], now: readonly Tip[]): string | null {
  const known = new Set(before.map(({ id }) => id))
  const came = now.filter(({ id }) => !known.has(id))
  const [tip] = came
  if (tip === undefined) return null
  if (came.length > 1) {
    const sum = came.reduce((all, { amount }) => all + amount, 0)
    return `${counted(came.length, 'благодарность', 'благодарности', 'благодарностей')}: ${rubles(sum)}`
  }
  const words = tip.message.trim()
  if (words === '') return `Благодарность ${rubles(tip.amount)}`
  // The notice is shown over the stage; in the list the words can be opened.
  if (isHeldBack(words)) return `Благодарность ${rubles(tip.amount)}, слова скрыты`
  const short =
    words.length > TOAST_LENGTH_MOST ? `${words.slice(0, TOAST_LENGTH_MOST - 1).trimEnd()}…` : words
  return `Благодарность ${rubles(tip.amount)}: «${short}»`
}

/** The thanks since `before`, in one notice; `one`: the only one, which can be answered at once. Null where there are none. */
export function thanksNotice(
  before: readonly Thanks[],
  now: readonly Thanks[],
): { text: string; one: Thanks | null } | null {
  const known = new Set(before.map(({ id }) => id))
  const came = now.filter(({ id }) => !known.has(id))
  const [one] = came
  if (one === undefined) return null
  if (came.length > 1) return { text: `Спасибо говорят: ${came.length}`, one: null }
  const thanks = `пасибо за «${one.title}»`
  return { text: one.name === '' ? `С${thanks}` : `${one.name}: с${thanks}`, one }
}

const NOTHING: EveningSoFar = { played: [], tips: null, thanks: [] }

type Copy = { sessionId: string; evening: EveningSoFar }
/** `at`: the state of the queue at the request; null before it. */
type StoredEvening = Copy & { at: string | null }

function copyOf(name: 'copy artist evening' | 'copy second evening', sessionId: string) {
  const copy = readCopy(name)?.value as Copy | undefined
  return copy?.sessionId === sessionId ? { ...NOTHING, ...copy.evening } : null
}

/** The songs played and money given this evening, requested on every change of the queue, at each tip and thanks, and every 15 s; new tips are shown as toasts. */
export function useEveningSoFar(pad: PadState, owner: 'artist' | 'second'): Evening {
  const { queue, commands, given } = pad
  const sessionId = pad.session?.id
  const copyName = `copy ${owner} evening` as const
  const [stored, setStored] = useState<StoredEvening | null>(null)
  const known = useRef<{
    sessionId: string
    tips: readonly Tip[]
    thanks: readonly Thanks[]
  } | null>(null)
  const toast = useToast()
  if (sessionId !== undefined && stored?.sessionId !== sessionId)
    setStored({ sessionId, at: null, evening: copyOf(copyName, sessionId) ?? NOTHING })

  // A response changes nothing that is shown, and only the server knows its meaning.
  const queueKey = [
    ...queue.map(({ id, status }) => id + status),
    ...commands.map(({ key }) => key),
    given,
  ].join()
  const answer = async (ofSession: string, thanksId: string) => {
    const body = { sessionId: ofSession, thanksId }
    try {
      await call(api.artist.answerThanks, { body })
    } catch (failure) {
      toast(sentenceOf(failure))
    }
  }
  const showThanks = (
    ofSession: string,
    { text, one }: NonNullable<ReturnType<typeof thanksNotice>>,
  ) => {
    const onPress = () => void answer(ofSession, one?.id ?? '')
    toast({ text, ...(one && { action: { label: 'Ответить', onPress } }) })
  }
  const look = useEffectEvent(async (at: string) => {
    if (sessionId === undefined || document.hidden) return
    const asked = call(api.artist.evening, { query: { sessionId } })
    const evening = await orWhenUnavailable(asked, null)
    if (evening === null) return
    setStored({ sessionId, at, evening })
    storeCopy(copyName, { sessionId, evening } satisfies Copy)
    const tips = evening.tips?.newest ?? []
    const before = known.current
    const { thanks } = evening
    known.current = { sessionId, tips, thanks }
    if (before?.sessionId !== sessionId) return
    const words = tipText(before.tips, tips)
    if (words !== null) toast(words)
    const notice = thanksNotice(before.thanks, thanks)
    if (notice !== null) showThanks(sessionId, notice)
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
    look: () => void look(queueKey),
    sum: tips && tips.sum + songs,
  }
}
