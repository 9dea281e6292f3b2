import { useToast } from '#web/ui/overlays/toast-context.ts'

/** A text in a message that is to be copied by hand. */
function ByHand({ text }: { text: string }) {
  return (
    <input readOnly aria-label="Ссылка" value={text} onFocus={({ target }) => target.select()} />
  )
}

/** Returns a function that copies a text and shows `copied` or `failed`; `byHand`: also the text, to be copied by hand. */
export function useCopyText(
  copied: string,
  failed: string,
  byHand = false,
): (text: string) => Promise<void> {
  const toast = useToast()
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text)
      toast(copied)
    } catch {
      toast({ text: failed, tone: 'error', ...(byHand && { field: <ByHand text={text} /> }) })
    }
  }
}

/** Returns a function that shares an address of this site: by the phone's share sheet where it has one, else by the clipboard. */
export function useShare(): (path: string, title: string) => void {
  const copy = useCopyLink()

  async function share(path: string, title: string) {
    const byFinger = window.matchMedia('(pointer: coarse)').matches
    if (!byFinger || typeof navigator.share !== 'function') return copy(path)
    const url = new URL(path, window.location.origin).href
    try {
      await navigator.share({ title, url })
    } catch (error) {
      // Closing the sheet is a change of mind, not a failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy(path)
    }
  }

  return (path, title) => void share(path, title)
}

/** Returns a function that copies a full address of this site, and shows whether it was copied. */
export function useCopyLink(): (path: string) => Promise<void> {
  const copy = useCopyText('Ссылка скопирована', 'Ошибка при копировании ссылки', true)
  return (path) => copy(new URL(path, window.location.origin).href)
}

const KEPT_MS = 60_000

/** Makes the browser save a file under a name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers read the file only after the person has chosen where to save it.
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
