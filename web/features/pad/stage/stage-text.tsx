import { useState } from 'react'
import type { ReactNode } from 'react'
import { nowOf, waiting } from '#domain/queue/queue.ts'
import { lazyPart } from '#web/parts/lazy-part.tsx'
import { FileText } from '#web/ui/icons/artist-icons.tsx'
import type { MenuAction } from '#web/ui/overlays/menu.tsx'
import { useSongTexts } from './song-texts.ts'
import type { StageViewProps } from './stage-view.tsx'
import type { PadState } from '../use-pad-state.ts'

const StageView = lazyPart<StageViewProps>('web/features/pad/stage/stage-view.tsx', async () => {
  const part = await import('./stage-view.tsx')
  return part.StageView
})
/** Preloaded, to work without a network too. */
export const preloadStageView = StageView.preload

type StageText = { actions: readonly MenuAction[]; view: ReactNode; show: () => void }

/** «Текст»: words and chords of what sounds, over the pad. */
export function useStageText(pad: PadState, owner: 'artist' | 'second'): StageText {
  const [open, setOpen] = useState<boolean | null>(null)
  const { session, queue } = pad
  const now = nowOf(queue)
  const next = waiting(queue)[0] ?? null
  const texts = useSongTexts(owner, {
    running: session !== null,
    shown: open === true,
    queued: queue.map(({ songId }) => songId),
  })
  const show = () => setOpen(true)
  return {
    show,
    actions: [
      {
        key: 'text',
        label: 'Текст и аккорды',
        icon: <FileText className="ico" />,
        onSelect: show,
      },
    ],
    view: open !== null && (
      <StageView
        open={open}
        onClose={() => setOpen(false)}
        now={now}
        next={next}
        texts={texts}
        coolingDown={pad.isPending('next')}
        onNext={pad.playNext}
      />
    ),
  }
}
