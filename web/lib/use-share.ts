import { useToast } from '../ui/toast-context.ts'

/** Gives the way to hand on an address of this site: by the telephone's own sheet where it has one, else by the clipboard. */
export function useShare(): (path: string, title: string) => void {
  const toast = useToast()

  async function copy(url: string) {
    try {
      await navigator.clipboard.writeText(url)
      toast('Ссылка скопирована')
    } catch {
      toast({ text: 'Ошибка при копировании ссылки', tone: 'error' })
    }
  }

  async function share(path: string, title: string) {
    const url = new URL(path, window.location.origin).href
    const byFinger = window.matchMedia('(pointer: coarse)').matches
    if (!byFinger || typeof navigator.share !== 'function') return copy(url)
    try {
      await navigator.share({ title, url })
    } catch (error) {
      // Whoever closes the sheet has changed his mind; nothing failed.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy(url)
    }
  }

  return (path, title) => void share(path, title)
}
