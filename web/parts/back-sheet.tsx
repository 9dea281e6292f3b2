import { Sheet } from '../ui/overlays/sheet.tsx'
import type { SheetProps } from '../ui/overlays/sheet.tsx'
import { useBack } from './use-back.ts'

/** A sheet without an address of its own: «back» closes it. */
export function BackSheet(props: SheetProps) {
  useBack(props.open, props.onClose)
  return <Sheet {...props} />
}
