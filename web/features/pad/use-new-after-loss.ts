import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import type { WithCopy } from '#web/lib/device-copy.ts'

/** A page that shows what this device kept loads anew with the server's late answer, or as soon as there is a network. */
export function useNewAfterLoss({
  savedAt,
  late,
}: Pick<WithCopy<unknown>, 'savedAt' | 'late'>): void {
  const { revalidate } = useRevalidator()
  const askAnew = useEffectEvent(() => void revalidate())
  const isOld = savedAt !== null
  useEffect(() => {
    if (!isOld) return undefined
    window.addEventListener('online', askAnew)
    return () => window.removeEventListener('online', askAnew)
  }, [isOld])
  useEffect(() => {
    let open = true
    void late?.then((came) => {
      if (came && open) askAnew()
    })
    return () => {
      open = false
    }
  }, [late])
}
