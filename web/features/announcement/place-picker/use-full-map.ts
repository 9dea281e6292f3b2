import { useLocation } from 'react-router'
import { useHistoryEntry } from '#web/parts/use-history-entry.ts'

const HASH = '#map'

export type FullMapPlace = { isOpen: boolean; open: () => void; close: () => void }

/** Whether the map fills the screen. */
export function useFullMap(): FullMapPlace {
  const isOpen = useLocation().hash === HASH
  const { open, close } = useHistoryEntry(isOpen, { hash: '' })
  return { isOpen, close, open: () => void open({ hash: HASH }) }
}
