import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { watchMemory } from '#web/lib/device-memory.ts'
import { useToast } from '#web/ui/toast-context.ts'
import { holdOf } from './held.ts'
import {
  dropPress,
  keepPress,
  keptText,
  letPressesGo,
  markPressSent,
  pressesIn,
  takeBackPress,
} from './kept-presses.ts'
import { callPress, lookAt } from './press-call.ts'
import { openPressSender } from './press-sender.ts'
import type { PressSender } from './press-sender.ts'
import { LATE_MS } from './press.ts'
import type { Deed, Press, Truth } from './press.ts'
import { reportWords } from './report-words.ts'
import type { Report } from './send-presses.ts'
import { tick } from './tick.ts'
import { useHeldPress } from './use-held-press.ts'

export type KeptPresses = {
  /** What the server has not answered yet, in the order in which it was pressed. */
  presses: readonly Press[]
  /** So many of them wait to be sent; one that can still be taken back by its toast does not. */
  unsent: number
  /** They wait longer than a network that works would let them. */
  late: boolean
  add(deed: Deed): void
  /** Only what was never sent can be taken back; gives whether it was. */
  takeBack(press: Press): boolean
  /** Sends what waits; gives whether nothing does any more. */
  settle(): Promise<boolean>
}

export type KeptPressesOf = {
  artistUsername: string
  /** The running concert; null: none runs; undefined: not known yet. */
  sessionId: string | null | undefined
  live: boolean
  /** Begins to listen for an answer; what it gives takes the answer in. */
  listen(): (change: (truth: Truth) => Truth) => void
  lookAgain(): void
}

/** The presses of the running concert: kept on this device until the server has them, in their order. */
export function useKeptPresses(of: KeptPressesOf): KeptPresses {
  const { artistUsername, sessionId, live } = of
  const text = useSyncExternalStore(
    watchMemory,
    () => keptText(artistUsername),
    () => '[]',
  )
  const presses = useMemo(
    () => pressesIn(text).filter((press) => press.sessionId === sessionId),
    [text, sessionId],
  )
  const [failing, setFailing] = useState(false)
  const sender = useRef<PressSender | null>(null)
  const toast = useToast()

  const listen = useEffectEvent(of.listen)
  const tell = useEffectEvent((report: Report) => {
    for (const message of reportWords(report)) toast(message)
    if (report.end === 'over') of.lookAgain()
  })

  useEffect(() => {
    if (sessionId === undefined) return undefined
    tellOfOthers(artistUsername, sessionId, tell)
    if (sessionId === null) return undefined
    let learn = listen()
    const opened = openPressSender({
      lock: `pad:${artistUsername}`,
      isOnline: () => navigator.onLine,
      way: {
        kept: () => pressesOf(artistUsername, sessionId),
        markSent: (press) => markPressSent(artistUsername, press),
        drop: (press) => dropPress(artistUsername, press),
        look() {
          learn = listen()
          return lookAt(artistUsername, sessionId)
        },
        send(press, known) {
          learn = listen()
          return callPress(press, known)
        },
        learn: (change) => learn(change),
        now: () => Date.now(),
      },
      onReport: tell,
      onFailing: setFailing,
    })
    const kick = () => void opened.kick()
    const letGo = () => {
      if (letPressesGo(artistUsername, Date.now())) kick()
    }
    const leave = () => document.visibilityState === 'hidden' && letGo()
    sender.current = opened
    // Its toast went with the page that was left or loaded anew.
    letPressesGo(artistUsername, Date.now())
    kick()
    window.addEventListener('online', kick)
    window.addEventListener('pagehide', letGo)
    document.addEventListener('visibilitychange', leave)
    return () => {
      window.removeEventListener('online', kick)
      window.removeEventListener('pagehide', letGo)
      document.removeEventListener('visibilitychange', leave)
      letGo()
      opened.close()
      sender.current = null
    }
  }, [artistUsername, sessionId])

  useEffect(() => {
    if (live) void sender.current?.kick()
  }, [live])

  const held = useHeldPress(presses)
  const heldId = held?.id
  const takeBack = (press: Press) => {
    const wasHere = takeBackPress(artistUsername, press)
    if (wasHere) tick()
    return wasHere
  }
  const offerBack = useEffectEvent((signal: AbortSignal) => {
    if (held?.deed.kind !== 'skip') return
    const { title } = held.deed.entry
    const action = { label: 'Вернуть', onPress: () => void takeBack(held) }
    toast({ text: `Удалили «${title}»`, action, signal })
  })
  useEffect(() => {
    if (heldId === undefined) return undefined
    const over = new AbortController()
    offerBack(over.signal)
    return () => over.abort()
  }, [heldId])

  const unsent = presses.length - (held === null ? 0 : 1)
  const slow = useSlow(unsent > 0)
  return {
    presses,
    unsent,
    late: unsent > 0 && (failing || slow),
    add(deed) {
      if (typeof sessionId !== 'string') return
      const at = Date.now()
      const press = { id: newPressId(), sessionId, at, sent: false, deed }
      keepPress(artistUsername, { ...press, ...holdOf(deed, at) })
      tick()
      void sender.current?.kick()
    },
    takeBack,
    async settle() {
      if (typeof sessionId !== 'string') return true
      letPressesGo(artistUsername, Date.now())
      await sender.current?.kick()
      return pressesOf(artistUsername, sessionId).length === 0
    },
  }
}

function pressesOf(artistUsername: string, sessionId: string): readonly Press[] {
  return pressesIn(keptText(artistUsername)).filter((press) => press.sessionId === sessionId)
}

/** Presses of a concert that runs no more go nowhere, and whoever pressed them is told. */
function tellOfOthers(
  artistUsername: string,
  sessionId: string | null,
  tell: (report: Report) => void,
): void {
  const others = pressesIn(keptText(artistUsername)).filter(
    (press) => press.sessionId !== sessionId,
  )
  for (const press of others) dropPress(artistUsername, press)
  const why = 'Концерт уже завершён'
  const cancelled = others.map((press) => ({ press, why, late: true }))
  tell({ end: 'empty', late: 0, cancelled, restSeconds: 0 })
}

/** True once something has been waiting for so long that it is worth a word. */
function useSlow(waiting: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!waiting) return undefined
    const timer = setTimeout(() => setSlow(true), LATE_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [waiting])
  return slow
}

/** A page without https has no `randomUUID`. */
function newPressId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
