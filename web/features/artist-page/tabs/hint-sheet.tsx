import { useState, useSyncExternalStore } from 'react'
import { hasSeenOrderHint, storeOrderHintSeen, watchStored } from '#web/lib/device/device-memory.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { Sheet } from '#web/ui/overlays/sheet.tsx'

type HintSheetProps = {
  /** A song that is in no list may be asked for. */
  suggestions: boolean
  /** Something else covers the page. */
  wait: boolean
}

/** While a finger is down, its release would land on the sheet and the press would be lost; what is open would be covered. */
const isBusy = (wait: boolean) =>
  document.activeElement?.matches('input') === true ||
  document.querySelector(`a:active, button:active${wait ? '' : ', dialog[open]'}`) !== null

/** Explains ordering, once on each device, and never while the listener already types, presses or reads a sheet. */
export function HintSheet({ suggestions, wait }: HintSheetProps) {
  const seen = useSyncExternalStore(watchStored, hasSeenOrderHint, () => true)
  const [busy] = useState(() => isBusy(wait))
  return (
    <Sheet open={!seen && !wait && !busy} onClose={storeOrderHintSeen} title="Закажите песню">
      <p className="t-l">
        {suggestions ? 'Найдите песню или предложите свою.' : 'Найдите песню в списке.'}
      </p>
      {suggestions && <p className="t-l muted">Если музыкант не знает песню, он её пропустит.</p>}
      <Button data-autofocus block variant="primary" size="stage" onClick={storeOrderHintSeen}>
        Понятно
      </Button>
    </Sheet>
  )
}
