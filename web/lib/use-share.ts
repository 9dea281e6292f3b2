import { useCopyLink } from './use-copy-link.ts'

/** Gives the way to hand on an address of this site: by the telephone's own sheet where it has one, else by the clipboard. */
export function useShare(): (path: string, title: string) => void {
  const copy = useCopyLink()

  async function share(path: string, title: string) {
    const byFinger = window.matchMedia('(pointer: coarse)').matches
    if (!byFinger || typeof navigator.share !== 'function') return copy(path)
    const url = new URL(path, window.location.origin).href
    try {
      await navigator.share({ title, url })
    } catch (error) {
      // Whoever closes the sheet has changed his mind; nothing failed.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy(path)
    }
  }

  return (path, title) => void share(path, title)
}
