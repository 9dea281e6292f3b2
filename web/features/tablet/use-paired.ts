import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { api } from '#contract/index.ts'
import type { TabletView } from '#contract/tablets.ts'
import { SECOND_MS } from '#domain/time.ts'
import { orElse } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { readStored, watchStored, writeStored } from '#web/lib/device/device-memory.ts'
import { usePoll } from '#web/lib/value-hooks.ts'
import { tabletOutbox } from './tablet-orders.ts'

/** How soon a start, an end and an ended tablet show where the live channel does not tell (ms). */
const LOOK_MS = 15 * SECOND_MS

const tokenName = (artistUsername: string) => `tablet:${artistUsername.toLowerCase()}`

/** A tablet's pairing with a concert of this artist. */
export type Paired = {
  /** Null where this browser is not paired; undefined in the server's HTML. */
  token: string | null | undefined
  /** Null until it is loaded. */
  view: TabletView | null
  /** The pairing was ended from the pad. */
  ended: boolean
  /** The last look got no answer. */
  lost: boolean
  pair: (token: string) => void
  look: () => void
}

/** Follows the pairing of this browser; one that was ended from the pad is forgotten with what it kept. */
export function usePaired(artistUsername: string): Paired {
  const token = useSyncExternalStore<string | null | undefined>(
    watchStored,
    () => readStored(tokenName(artistUsername)),
    () => undefined,
  )
  const [seen, setSeen] = useState<{ of: string; view: TabletView } | null>(null)
  const [ended, setEnded] = useState(false)
  const [lost, setLost] = useState(false)

  const look = useCallback(() => {
    if (token == null) return
    void orElse(
      call(api.tablets.look, { body: { token } }).then((view) => {
        setSeen({ of: token, view })
        setLost(false)
      }),
      ({ status }) => {
        setLost(status !== 404)
        if (status !== 404) return
        tabletOutbox(artistUsername).change(() => [])
        writeStored(tokenName(artistUsername), null)
        setEnded(true)
      },
    )
  }, [artistUsername, token])
  useEffect(look, [look])
  usePoll(token != null, LOOK_MS, look)

  return {
    token,
    view: seen !== null && seen.of === token ? seen.view : null,
    ended,
    lost,
    pair(fresh) {
      tabletOutbox(artistUsername).change(() => [])
      writeStored(tokenName(artistUsername), fresh)
      setEnded(false)
    },
    look,
  }
}
