import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { HostView } from '#contract/host.ts'
import { api } from '#contract/index.ts'
import { SECOND_MS } from '#domain/time.ts'
import { CallFailed, asExplained, sentenceOf } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { readStored, writeStored } from '#web/lib/device/device-memory.ts'
import { usePoll, useReloads } from '#web/lib/value-hooks.ts'
import { afterAnswer, callsToSend, listsOf, readDraft, readHalf, withChange } from './host-draft.ts'
import type { HalfMoment, HostDraft, HostLists } from './host-draft.ts'

/** The artist may close the lists, and another phone may change them. */
const POLL_MS = 15 * SECOND_MS

/** What was written and is not with the artist yet, of one concert on this device. */
const draftName = (sessionId: string) => `host-draft ${sessionId}`

type HostState = {
  view: HostView
  lists: HostLists
  sending: boolean
  /** Why the last change is only on this device. */
  failed: string | null
  /** The server has refused the last change: it is not sent once more by itself while nothing changes. */
  refused: boolean
  /** Something is only on this device. */
  unsent: boolean
  change: (part: Partial<HostLists>) => void
  /** Sends once more. */
  again: () => void
  /** Drops what was not sent. */
  drop: () => void
}

/** Whether the server would answer the same call so again: not where it was asked too often, or too slowly. */
const isFinal = (status: number) =>
  status >= 400 && status < 500 && status !== 408 && status !== 429

/**
 * The host's lists: each change counts at once, is stored on this device, and is sent; without a network it is sent once
 * that is back. `news` changes with every change of the queue.
 */
export function useHostLists(loaded: HostView, news: string): HostState {
  const { id } = loaded.session
  const [view, setView] = useState(loaded)
  const [draft, setDraft] = useState(() => readDraft(readStored(draftName(id))))
  const [sending, setSending] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const [refused, setRefused] = useState(false)
  const newest = useRef(draft)
  const busy = useRef(false)

  function keep(next: HostDraft | null) {
    newest.current = next
    setDraft(next)
    writeStored(draftName(id), next && JSON.stringify(next))
  }

  async function sendOne(asked: HostDraft): Promise<HostView | null> {
    let answer: HostView | null = null
    for (const one of callsToSend(asked))
      answer =
        'songs' in one
          ? await call(api.host.saveSongs, { body: one.songs })
          : await call(api.host.saveBarred, { body: one.barred })
    return answer
  }

  async function send() {
    if (busy.current) return
    busy.current = true
    setSending(true)
    try {
      while (newest.current !== null) {
        const asked = newest.current
        const answer = await sendOne(asked)
        if (answer !== null) setView(answer)
        const base = answer === null ? asked.base : listsOf(answer)
        keep(newest.current && afterAnswer(newest.current, asked.lists, base))
      }
      setFailed(null)
    } catch (caught) {
      const failure = asExplained(caught)
      setRefused(failure instanceof CallFailed && isFinal(failure.status))
      setFailed(sentenceOf(failure))
    } finally {
      busy.current = false
      setSending(false)
    }
  }

  function again() {
    setRefused(false)
    void send()
  }

  const look = useEffectEvent(async () => {
    if (newest.current !== null && !refused) return send()
    try {
      const next = await call(api.host.view, {})
      setView(next)
      if (view.closed && !next.closed && newest.current !== null) again()
    } catch (caught) {
      // What was seen last stays; the strip of the live channel says how old it is.
      asExplained(caught)
    }
  })
  usePoll(true, POLL_MS, () => void look())
  useReloads(news, sending, () => void look())
  useEffect(() => {
    const ended = new AbortController()
    addEventListener('online', () => void look(), { signal: ended.signal })
    return () => ended.abort()
  }, [])

  return {
    view,
    lists: draft?.lists ?? listsOf(view),
    sending,
    failed: draft === null ? null : failed,
    refused,
    unsent: draft !== null,
    change(part) {
      keep(withChange(newest.current, listsOf(view), part))
      setFailed(null)
      again()
    },
    again,
    drop() {
      keep(null)
      setFailed(null)
      setRefused(false)
      void look()
    },
  }
}

/** The open form of a moment, stored on this device until it is written or given up. */
export function useHalfMoment(sessionId: string) {
  const name = `host-moment ${sessionId}`
  const [half, setHalf] = useState(() => readHalf(readStored(name)))
  const keepHalf = (next: HalfMoment | null) => {
    setHalf(next)
    writeStored(name, next && JSON.stringify(next))
  }
  return { half, keepHalf }
}
