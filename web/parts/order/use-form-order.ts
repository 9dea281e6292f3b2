import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import type { QueueEntry } from '#contract/shapes.ts'
import type { ConcertName } from '../../lib/device-orders.ts'
import { rememberOrder } from '../../lib/device-orders.ts'
import type { HrefOf } from './order-address.ts'

/** The scripts came after the form had ordered by itself: the device learns of it, and the address forgets it. */
export function useFormOrder(
  ordered: string | null,
  concert: ConcertName,
  queue: readonly QueueEntry[],
  hrefOf: HrefOf,
): void {
  const navigate = useNavigate()
  const learn = useEffectEvent(() => {
    if (ordered === null) return
    const entry = queue.find(({ songId }) => songId === ordered)
    if (entry !== undefined) {
      const { songId, title, artistName } = entry
      rememberOrder(concert, { songId, title, artistName, at: Date.now() })
    }
    void navigate(hrefOf({}), { replace: true, preventScrollReset: true })
  })
  useEffect(() => learn(), [])
}
