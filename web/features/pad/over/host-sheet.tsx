import { HostLink } from '#web/features/host/index.ts'
import { PadSheet } from './pad-sheet.tsx'

export type HostSheetProps = { sessionId: string; onClose: () => void }

/** «Хозяин вечера» over the living pad. */
export function HostSheet({ sessionId, onClose }: HostSheetProps) {
  return (
    <PadSheet open onClose={onClose} title="Хозяин вечера">
      <HostLink sessionId={sessionId} />
    </PadSheet>
  )
}
