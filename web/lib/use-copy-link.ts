import { useToast } from '../ui/toast-context.ts'

/** Gives the way to copy a whole address of this site, and says whether it was copied. */
export function useCopyLink(): (path: string) => Promise<void> {
  const toast = useToast()
  return async (path) => {
    try {
      await navigator.clipboard.writeText(new URL(path, window.location.origin).href)
      toast('Ссылка скопирована')
    } catch {
      toast({ text: 'Ошибка при копировании ссылки', tone: 'error' })
    }
  }
}
