import { useState } from 'react'
import { api } from '#contract/index.ts'
import { TEXTS_AT_ONCE } from '#contract/song-texts.ts'
import { LONG_LIMIT_MS, call } from '#web/lib/calls/call.ts'
import { usePresses } from '#web/lib/value-hooks.ts'
import type { textsOf } from './preview-lines.ts'

/** A thousand lines with many similar songs each take the server some 15 s. */
export const LONG = { limitMs: LONG_LIMIT_MS }

/** Saves the texts of added songs. */
export function useTexts() {
  const [unsaved, setUnsaved] = useState<ReturnType<typeof textsOf>>([])
  const [saved, setSaved] = useState(0)
  const { press, isPending } = usePresses()
  return {
    unsaved: unsaved.length,
    saved,
    saving: isPending('texts'),
    /** Saves in batches; after a failure the unsaved texts wait for the next press. */
    async save(texts = unsaved) {
      setUnsaved(texts)
      await press('texts', async () => {
        for (let at = 0; at < texts.length; at += TEXTS_AT_ONCE) {
          const part = texts.slice(at, at + TEXTS_AT_ONCE)
          // One after the other: each call is large, and the network is slow.
          await call(api.artist.saveSongTexts, { body: { texts: part } }, LONG)
          setUnsaved(texts.slice(at + TEXTS_AT_ONCE))
          setSaved((before) => before + part.length)
        }
      })
    },
    forget() {
      setUnsaved([])
      setSaved(0)
    },
  }
}
