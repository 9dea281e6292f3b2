import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { orElse, sentenceOf, wasAborted } from './calls/call-failed.ts'

export type Search<Found> = {
  /** The text in the field. */
  text: string
  /** The answer to the last search; null while there is no search, and when it failed. */
  found: Found | null
  /** The answer to the newest text has not come yet. */
  pending: boolean
  /** Why the newest search failed, as a text to show. */
  failed: string | null
  /** `atOnce`: the text was typed some time ago and needs no debounce. */
  setText: (text: string, atOnce?: boolean) => void
  /** Puts a text into the field without a search: what was chosen, or nothing. */
  put: (text: string) => void
  /** Repeats the search for the same text, at once. */
  again: () => void
}

/** The search that a page was rendered with; `found` is null where it failed, and `failed` says why. */
export type FirstSearch<Found> = { text: string; found: Found | null; failed: string | null }

type SearchOptions<Found> = {
  /** The debounce of the typing, in ms. */
  waitMs?: number
  first?: FirstSearch<Found> | null
}

/** Runs the search of a page's address, on the server. */
export async function firstSearch<Found>(
  text: string,
  answer: Promise<Found>,
): Promise<FirstSearch<Found>> {
  return orElse(
    answer.then((found) => ({ text, found, failed: null })),
    (failure) => ({ text, found: null, failed: sentenceOf(failure) }),
  )
}

// The longest text that the calls take (SearchInput of the contract); a name needs no more.
const LONGEST_TEXT = 200

/**
 * Searches while the user types: debounces, aborts earlier searches, and clears the answer for a blank text; repeats a
 * failed search when the network comes back. `ask` gets the trimmed text and the signal that aborts it.
 */
export function useSearch<Found>(
  ask: (text: string, signal: AbortSignal) => Promise<Found>,
  { waitMs = 300, first = null }: SearchOptions<Found> = {},
): Search<Found> {
  const [text, storeText] = useState(first?.text ?? '')
  const [found, setFound] = useState<Found | null>(first?.found ?? null)
  const [pending, setPending] = useState(false)
  const [failed, setFailed] = useState(first?.failed ?? null)
  const asked = useRef({ controller: new AbortController(), timer: 0 })

  function giveUp() {
    clearTimeout(asked.current.timer)
    asked.current.controller.abort()
  }
  useEffect(() => {
    const current = asked.current
    return () => {
      clearTimeout(current.timer)
      current.controller.abort()
    }
  }, [])

  async function search(wish: string) {
    const controller = new AbortController()
    asked.current.controller = controller
    try {
      const answer = await ask(wish, controller.signal)
      if (controller.signal.aborted) return
      setFound(answer)
      setPending(false)
    } catch (error) {
      if (controller.signal.aborted || wasAborted(error)) return
      // The answer to an earlier text does not fit this one.
      setFound(null)
      setFailed(sentenceOf(error))
      setPending(false)
    }
  }

  function start(next: string, delayMs: number) {
    giveUp()
    setFailed(null)
    const wish = next.trim().slice(0, LONGEST_TEXT)
    setPending(wish !== '')
    if (wish === '') setFound(null)
    else asked.current.timer = window.setTimeout(() => void search(wish), delayMs)
  }

  const retry = useEffectEvent(() => start(text, 0))
  useEffect(() => {
    if (failed === null) return undefined
    const ended = new AbortController()
    addEventListener('online', () => retry(), { signal: ended.signal })
    return () => ended.abort()
  }, [failed])

  return {
    text,
    found,
    pending,
    failed,
    setText(next, atOnce = false) {
      storeText(next)
      // A leading or trailing space starts no new search.
      if (next.trim() !== text.trim()) start(next, atOnce ? 0 : waitMs)
    },
    put(next) {
      giveUp()
      storeText(next)
      setFound(null)
      setPending(false)
      setFailed(null)
    },
    again: () => start(text, 0),
  }
}
