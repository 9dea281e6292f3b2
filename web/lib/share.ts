import { useToast } from '../ui/toast-context.ts'

/** Gives the way to copy a text, and says in these words whether it was copied. */
export function useCopyText(copied: string, failed: string): (text: string) => Promise<void> {
  const toast = useToast()
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text)
      toast(copied)
    } catch {
      toast({ text: failed, tone: 'error' })
    }
  }
}

/** Gives the way to hand on an address of this site: by the phone's own sheet where it has one, else by the clipboard. */
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

/** Gives the way to copy a whole address of this site, and says whether it was copied. */
export function useCopyLink(): (path: string) => Promise<void> {
  const copy = useCopyText('Ссылка скопирована', 'Ошибка при копировании ссылки')
  return (path) => copy(new URL(path, window.location.origin).href)
}

const KEPT_MS = 60_000

/** Lets the browser save a file under a name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers read the file only after the person has said where it goes.
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
