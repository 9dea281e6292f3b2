import { useState } from 'react'
import type { ReactNode } from 'react'
import { nowOf } from '#domain/queue/queue.ts'
import { lazyPart } from '#web/parts/lazy-part.tsx'
import type { Undo } from '../commands/undo-bar.tsx'
import { useSongTexts } from './song-texts.ts'
import type { StageTip } from './stage-foot.tsx'
import type { StageViewProps } from './stage-view.tsx'
import type { PadState } from '../use-pad-state.ts'

const StageView = lazyPart<StageViewProps>('web/features/pad/stage/stage-view.tsx', async () => {
  const part = await import('./stage-view.tsx')
  return part.StageView
})
/** Preloaded, to work without a network too. */
export const preloadStageView = StageView.preload

type StageText = {
  view: ReactNode
  /** The playing song has a text. */
  hasText: boolean
  show: () => void
}

type StageTextOptions = {
  undo: Undo | null
  tip: StageTip | null
  /** Shows the orders on the pad. */
  showOrders: () => void
}

/** «Текст»: words and chords of what sounds, over the pad. */
export function useStageText(
  pad: PadState,
  owner: 'artist' | 'second',
  { undo, tip, showOrders }: StageTextOptions,
): StageText {
  const [open, setOpen] = useState<boolean | null>(null)
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const { session, queue } = pad
  const texts = useSongTexts(owner, {
    running: session !== null,
    shown: open === true,
    queued: queue.map(({ songId }) => songId),
  })
  const show = () => {
    setSeen(new Set(queue.map(({ id }) => id)))
    setOpen(true)
  }
  const close = () => setOpen(false)
  const now = nowOf(queue)
  return {
    show,
    hasText: now !== null && texts.textOf(now.songId) !== null,
    view: open !== null && session !== null && (
      <StageView
        open={open}
        onClose={close}
        {...{ pad, session, undo, texts, seen, tip }}
        onOrders={() => {
          close()
          setTimeout(showOrders)
        }}
      />
    ),
  }
}
