import { useCallback } from 'react'
import { useRevalidator } from 'react-router'

/** Loads the page's data anew where the server answers: a load that fails would put an error in place of the page. */
export function useReloadWhenReachable(): () => Promise<void> {
  const { revalidate } = useRevalidator()
  return useCallback(async () => {
    const reached = await fetch('/healthz').catch(() => null)
    if (reached?.ok) await revalidate()
  }, [revalidate])
}
