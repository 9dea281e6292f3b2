import { useState } from 'react'
import type { ReactNode } from 'react'
import { nowOf, waiting } from '#domain/queue/queue.ts'
import { lazyPart } from '#web/parts/lazy-part.tsx'
import { useMedia } from '#web/ui/use-media.ts'
import type { Undo } from '../commands/undo-bar.tsx'
import { useSongTexts } from './song-texts.ts'
import type { StageTip } from './stage-foot.tsx'
import type { StageColumnProps } from './stage-column.tsx'
import type { StageViewProps } from './stage-view.tsx'
import type { PadState } from '../use-pad-state.ts'

const StageView = lazyPart<StageViewProps>('web/features/pad/stage/stage-view.tsx', async () => {
  const part = await import('./stage-view.tsx')
  return part.StageView
})
const StageColumn = lazyPart<StageColumnProps>(
  'web/features/pad/stage/stage-column.tsx',
  async () => (await import('./stage-column.tsx')).StageColumn,
)
/** A desk has room for the text beside the lists. */
const DESK = '(min-width: 1280px) and (min-height: 600px) and (orientation: landscape)'

/** Preloaded, to work without a network too. */
export function preloadStageView(): void {
  StageView.preload()
  StageColumn.preload()
}

type StageText = {
  view: ReactNode
  /** Beside the lists of a desk; null on other screens, and where the playing song has no text. */
  column: ReactNode
  /** The playing song has a text that is not beside the lists. */
  mayOpen: boolean
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
  const desk = useMedia(DESK)
  const now = nowOf(queue)
  const texts = useSongTexts(owner, {
    running: session !== null,
    shown: open === true || (desk && now !== null),
    queued: queue.map(({ songId }) => songId),
  })
  const show = () => {
    setSeen(new Set(queue.map(({ id }) => id)))
    setOpen(true)
  }
  const close = () => setOpen(false)
  const [next = null] = waiting(queue)
  const text = now && texts.textOf(now.songId)
  return {
    show,
    mayOpen: text !== null && !desk,
    column: desk && now !== null && text !== null && (
      <StageColumn
        {...{ now, text, next }}
        nextText={next && texts.textOf(next.songId)}
        onShift={(to) => texts.transpose(now.songId, to)}
        onWhole={show}
      />
    ),
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
