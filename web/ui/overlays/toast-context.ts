import { createContext, use } from 'react'
import type { ReactNode } from 'react'

type ToastTone = 'plain' | 'error' | 'busy'

export type ToastMessage = {
  text: string
  tone?: ToastTone
  /** Below the text; the toast stays while it has the focus. */
  field?: ReactNode
  /** A button beside the text; the toast closes after a press. */
  action?: { label: string; onPress: () => void }
  /** Aborting it removes the toast: its action would come too late. */
  signal?: AbortSignal
}

export type ShowToast = (message: string | ToastMessage) => void

export const ToastContext = createContext<ShowToast | undefined>(undefined)

/** Returns the function that shows a toast; a text that is on the screen already is not shown twice. */
export function useToast(): ShowToast {
  const show = use(ToastContext)
  if (!show) throw new Error('useToast needs a <ToastHost> above')
  return show
}
