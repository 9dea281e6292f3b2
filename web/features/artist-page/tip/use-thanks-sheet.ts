import { useSearchParams } from 'react-router'
import { useHistoryEntry } from '#web/parts/use-history-entry.ts'
import { tabHref } from '../tabs/artist-tab.ts'

/** The URL with the sheet for a tip open, relative to the artist's page. */
export const THANKS_HREF = `${tabHref('profile')}&thanks=1`

type ThanksSheetPlace = {
  isOpen: boolean
  open: () => void
  close: () => void
}

export function useThanksSheet(): ThanksSheetPlace {
  const [search] = useSearchParams()
  const isOpen = search.has('thanks')
  const { open, close } = useHistoryEntry(isOpen, tabHref('profile'))
  return { isOpen, close, open: () => void open(THANKS_HREF) }
}
