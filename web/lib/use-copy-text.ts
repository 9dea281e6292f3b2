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
