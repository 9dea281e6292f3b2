import { useMedia } from '#web/ui/use-media.ts'

/** Whether the pad stands on a music stand: a tablet on its side, or a larger screen. */
export function useTabletStage(): boolean {
  return useMedia('(min-width: 960px) and (min-height: 600px) and (orientation: landscape)')
}
