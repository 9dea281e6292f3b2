import type { TabletsPanelProps } from '#web/parts/tablets/tablets-panel.tsx'
import { TabletsPanel } from '#web/parts/tablets/tablets-panel.tsx'
import { PadSheet } from './pad-sheet.tsx'

export type TabletsSheetProps = TabletsPanelProps & { onClose: () => void }

/** «Планшет в зале» of the running concert. */
export function TabletsSheet({ onClose, ...panel }: TabletsSheetProps) {
  return (
    <PadSheet open onClose={onClose} title="Планшет в зале">
      <TabletsPanel {...panel} />
    </PadSheet>
  )
}
