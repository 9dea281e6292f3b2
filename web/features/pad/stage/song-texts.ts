import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '#contract/index.ts'
import type { PadText } from '#contract/song-texts.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { CallFailed } from '#web/lib/calls/call-failed.ts'
import { padCall as call } from '#web/lib/calls/call.ts'
import type { KnownTexts } from '#web/features/pad/load.ts'
import { changesAfter, NO_TEXTS } from '#web/features/pad/load.ts'
import { storeCopy, readCopy } from '#web/lib/device/device-copy.ts'
import { usePoll } from '#web/lib/value-hooks.ts'

/** The characters that fit into a browser's storage beside the pad itself. */
const STORED_MOST = 1_500_000

/** The texts to save on the device: all, or those of the queue and as many more as fit; then everything is loaded again. */
export function textsToStore(
  { texts, cursor }: KnownTexts,
  queued: readonly string[],
  most = STORED_MOST,
): KnownTexts {
  const wanted = new Set(queued)
  const all = Object.values(texts)
  const first = all.toSorted((a, b) => Number(wanted.has(b.songId)) - Number(wanted.has(a.songId)))
  let room = most
  const fitting = first.filter(({ text }) => (room -= text.length) >= 0)
  return {
    texts: Object.fromEntries(fitting.map((one) => [one.songId, one])),
    cursor: fitting.length === all.length ? cursor : null,
  }
}

/** Semitones by song id. */
type Transpositions = Readonly<Record<string, number>>

const NONE: Transpositions = {}

async function sendTranspositions(pending: Transpositions): Promise<void> {
  for (const [songId, semitones] of Object.entries(pending))
    try {
      // One by one: the last press wins.
      await call(api.artist.transposeSong, { body: { songId, semitones } })
    } catch (failure) {
      if (!(failure instanceof CallFailed) || failure.code !== 'NOT_FOUND') throw failure
    }
}

export type TextsOnPad = {
  /** Null where the song has none. */
  textOf(songId: string): PadText | null
  transpose(songId: string, semitones: number): void
}

/** The texts of the repertoire, saved on the device while a concert runs; polled more often while they are shown. */
export function useSongTexts(
  owner: 'artist' | 'second',
  { running, shown, queued }: { running: boolean; shown: boolean; queued: readonly string[] },
): TextsOnPad {
  const name = `copy ${owner} texts` as const
  const [known, setKnown] = useState(
    () => (readCopy(name)?.value as KnownTexts | undefined) ?? NO_TEXTS,
  )
  const [pending, setPending] = useState(NONE)
  const looking = useRef(false)

  const look = async () => {
    if (looking.current) return
    looking.current = true
    try {
      await sendTranspositions(pending)
      const next = await changesAfter(known)
      if (next !== known) {
        setKnown(next)
        storeCopy(name, textsToStore(next, queued))
      }
      // What was pressed meanwhile is another object after this, and is sent next.
      setPending((now) => {
        const left = Object.entries(now).filter(([id, by]) => pending[id] !== by)
        return left.length === 0 ? NONE : Object.fromEntries(left)
      })
    } catch (failure) {
      // Without a network the known texts stay; the next poll tries again.
      if (!(failure instanceof CallFailed)) throw failure
    } finally {
      looking.current = false
    }
  }
  const lookNow = useEffectEvent(look)
  useEffect(() => {
    if (!running && !shown && pending === NONE) return undefined
    const timer = setTimeout(() => void lookNow())
    return () => clearTimeout(timer)
  }, [running, shown, pending])
  usePoll(running, shown ? 3 * SECOND_MS : MINUTE_MS, () => void look())

  return {
    textOf(songId) {
      const text = known.texts[songId]
      if (text === undefined || text.text === '') return null
      return { ...text, transpose: pending[songId] ?? text.transpose }
    },
    transpose: (songId, semitones) => setPending((now) => ({ ...now, [songId]: semitones })),
  }
}
