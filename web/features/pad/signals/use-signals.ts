import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import type { BandSignal } from '#contract/signals.ts'
import { isFreshSignal, SIGNAL_SHOWN_MS } from '#domain/queue/signals.ts'
import { SECOND_MS } from '#domain/time.ts'
import { orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import { call, serverNow } from '#web/lib/calls/call.ts'
import { newKey } from '#web/lib/device/device-memory.ts'
import type { Sender } from '#web/lib/device/outbox.ts'
import { openSender, useCommands } from '#web/lib/device/outbox.ts'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import type { PadState } from '../use-pad-state.ts'
import { openSignalOutbox, sendSignal, signalOutboxName } from './signal-outbox.ts'
import type { SignalCommand } from './signal-outbox.ts'

/** No more of them are told once the network is back. */
const LATE_MOST = 3

type Answer = AnswerOf<typeof api.artist.signals>

export type Signals = {
  /** The artist's own ones. */
  own: readonly string[]
  setOwn: (own: readonly string[]) => void
  give: (words: string) => void
  /** What is shown large now. */
  large: BandSignal | null
  /** What came too late to be shown large, the newest first. */
  late: readonly BandSignal[]
  forgetLate: () => void
  /** The signals of this pad that wait for the network. */
  unsent: readonly SignalCommand[]
}

type Options = {
  pad: PadState
  /** Whose outbox on this device. */
  owner: string
  /** The band has several pads. */
  on: boolean
}

/** The signals of the band on this pad. */
export function useSignals({ pad, owner, on }: Options): Signals {
  const { connection, signals } = pad
  const sessionId = on ? pad.session?.id : undefined
  const outbox = useMemo(() => openSignalOutbox(owner), [owner])
  const waits = useCommands(outbox)
  const [own, setOwn] = useState<readonly string[]>([])
  const [shown, setShown] = useState<readonly BandSignal[]>([])
  const [late, setLate] = useState<readonly BandSignal[]>([])
  const [failing, setFailing] = useState(false)
  const sender = useRef<Sender | null>(null)
  /** What was told here, or given here. */
  const known = useRef(new Set<string>())
  const looked = useRef(false)
  const toast = useToast()

  const read = useEffectEvent((answer: Answer) => {
    setOwn(answer.own)
    const news = answer.recent.filter(({ id }) => !known.current.has(id))
    for (const { id } of news) known.current.add(id)
    const isFresh = ({ at }: BandSignal) => isFreshSignal(Date.parse(at), serverNow())
    const fresh = news.filter(isFresh).toReversed()
    if (fresh.length > 0) setShown((before) => [...before, ...fresh])
    // A pad that has just been opened was not away.
    const missed = looked.current ? news.filter((one) => !isFresh(one)) : []
    if (missed.length > 0) setLate((before) => [...missed, ...before].slice(0, LATE_MOST))
    looked.current = true
  })
  // Another connection, and another number of the channel: there may be news.
  const change = sessionId !== undefined && connection === 'live' ? `${sessionId} ${signals}` : null
  useEffect(() => {
    const [concertId] = change?.split(' ') ?? []
    if (concertId === undefined) return undefined
    let over = false
    let timer: number | undefined
    async function ask(query: { sessionId: string }, restMs = SECOND_MS) {
      const answer = await orWhenUnavailable(call(api.artist.signals, { query }), null)
      if (over) return
      if (answer !== null) read(answer)
      else timer = window.setTimeout(() => void ask(query, 2 * restMs), restMs)
    }
    void ask({ sessionId: concertId })
    return () => {
      over = true
      window.clearTimeout(timer)
    }
  }, [change])

  const [large = null] = shown
  const largeId = large?.id
  useEffect(() => {
    if (largeId === undefined) return undefined
    const timer = setTimeout(() => setShown((before) => before.slice(1)), SIGNAL_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [largeId])

  const tell = useEffectEvent((words: string, why: string) =>
    toast({ text: `Сигнал «${words}» не ушёл. ${why}`, tone: 'error' }),
  )
  useEffect(() => {
    if (sessionId === undefined) return undefined
    const mine = () => outbox.commands().filter((command) => command.sessionId === sessionId)
    outbox.change((commands) => commands.filter((command) => command.sessionId === sessionId))
    const opened = openSender({
      lock: () => signalOutboxName(owner),
      dueIn: () => (mine().length > 0 ? 0 : null),
      async send() {
        const [first] = mine()
        if (first === undefined) return null
        const sent = await sendSignal(first, Date.now())
        if ('later' in sent) return sent.later
        outbox.change((commands) => commands.filter(({ key }) => key !== first.key))
        if (sent.lost !== null) tell(first.words, sent.lost)
        return null
      },
      isOnline: () => navigator.onLine,
      onFailing: setFailing,
    })
    const sendNow = () => void opened.sendNow()
    sender.current = opened
    sendNow()
    window.addEventListener('online', sendNow)
    return () => {
      window.removeEventListener('online', sendNow)
      opened.close()
      sender.current = null
    }
  }, [outbox, owner, sessionId])
  useEffect(() => {
    if (connection === 'live') void sender.current?.sendNow()
  }, [connection])

  return {
    own,
    setOwn,
    large,
    late,
    forgetLate: () => setLate([]),
    unsent: failing ? waits : [],
    give(words) {
      if (sessionId === undefined) return
      const key = newKey()
      known.current.add(key)
      const command = { key, at: Date.now(), state: 'waiting', sessionId, words } as const
      outbox.change((commands) => [...commands, command])
      toast(`«${words}» всем пультам`)
      void sender.current?.sendNow()
    },
  }
}
