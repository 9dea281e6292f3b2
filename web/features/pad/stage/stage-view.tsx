import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { QueueEntry } from '#contract/shapes.ts'
import { firstWords, playedSheet } from '#domain/songs/played-sheet.ts'
import { readSheet, TRANSPOSE_MOST } from '#domain/songs/song-text.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { readStored, writeStored } from '#web/lib/device/device-memory.ts'
import { SheetLines } from '#web/parts/songs/sheet-lines.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { Pause, Play, X } from '#web/ui/icons/icons.tsx'
import { useModal } from '#web/ui/overlays/use-modal.ts'
import type { TextsOnPad } from './song-texts.ts'
import css from './stage-view.module.css'

export type StageViewProps = {
  open: boolean
  onClose: () => void
  now: QueueEntry | null
  next: QueueEntry | null
  texts: TextsOnPad
  coolingDown: boolean
  onNext: () => void
}

const SIZE = 'stage-text-size'
const SIZES = { first: 2, most: 4 }
/** A line of a song lasts two bars of four, where its tempo is known. */
const BEATS_A_LINE = 8
/** The words with the chords above them. */
const LINE_EMS = 2.5
const USUAL_TEMPO = 90
const SPEEDS = { least: 0.25, most: 4, step: 1.25 }
/** A page turn by the pedal leaves the last lines in view. */
const PAGE = 0.8

const FORTH = new Set(['PageDown', ' ', 'ArrowRight', 'ArrowDown'])
const BACK = new Set(['PageUp', 'Backspace', 'ArrowLeft', 'ArrowUp'])

const signed = (by: number) => (by > 0 ? `+${by}` : String(by).replace('-', '−'))

/** The words and chords of the playing song, readable from two metres, scrolled by hand, by pedal or automatically. */
export function StageView(props: StageViewProps) {
  const { open, onClose, now, next, texts, coolingDown, onNext } = props
  const titleId = useId()
  const { ref } = useModal(open, onClose)
  const box = useRef<HTMLElement>(null)
  const [size, setSize] = useState(() => Number(readStored(SIZE) ?? SIZES.first))
  const [rolling, setRolling] = useState(false)
  const [speed, setSpeed] = useState(1)

  const known = now && texts.textOf(now.songId)
  const sheet = known && readSheet(known.text)
  const played = known && sheet && playedSheet(sheet, known)
  const after = next && texts.textOf(next.songId)
  const firstLine = after === null ? '' : firstWords(readSheet(after.text))
  const tempo = known?.tempo ?? sheet?.tempo ?? USUAL_TEMPO

  const turn = useEffectEvent((pages: number) =>
    box.current?.scrollBy({ top: pages * PAGE * box.current.clientHeight }),
  )
  useEffect(() => {
    if (!open) return undefined
    const onKey = (event: KeyboardEvent) => {
      const pages = FORTH.has(event.key) ? 1 : BACK.has(event.key) ? -1 : 0
      const presses = event.key === ' ' && (event.target as Element).closest('button') !== null
      if (pages === 0 || presses || event.ctrlKey || event.altKey || event.metaKey) return
      event.preventDefault()
      if (!event.repeat) turn(pages)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [open])

  useEffect(() => {
    if (!open || !rolling) return undefined
    let last = performance.now()
    let rest = 0
    let frame = requestAnimationFrame(function roll(at) {
      const shown = box.current
      if (shown !== null) {
        const line = LINE_EMS * Number.parseFloat(getComputedStyle(shown).fontSize)
        rest += ((at - last) * line * speed * tempo) / (BEATS_A_LINE * MINUTE_MS)
        const px = Math.floor(rest)
        if (px > 0) shown.scrollTop += px
        rest -= px
      }
      last = at
      frame = requestAnimationFrame(roll)
    })
    return () => cancelAnimationFrame(frame)
  }, [open, rolling, speed, tempo])

  const resize = (to: number) => {
    setSize(to)
    writeStored(SIZE, String(to))
  }
  const shift = (by: number) => known && texts.transpose(known.songId, known.transpose + by)
  const faster = (to: number) => setSpeed(Math.min(SPEEDS.most, Math.max(SPEEDS.least, to)))

  return (
    <dialog ref={ref} aria-labelledby={titleId} data-theme="stage" className={css.view}>
      <div className={css.head}>
        <h2 id={titleId} className={css.title}>
          {now?.title ?? 'Пока тишина'}
        </h2>
        {played?.key && (
          <p className={css.key}>
            {played.key.sounds}
            {played.capo > 0 && ` · капо ${played.capo}, играем ${played.key.played}`}
          </p>
        )}
        <IconButton label="Закрыть" variant="tonal" onClick={onClose}>
          <X className="ico" />
        </IconButton>
      </div>
      <div className={css.tools}>
        {known && (
          <div className={css.tool}>
            <IconButton
              label="Ниже на полтона"
              variant="tonal"
              disabled={known.transpose <= -TRANSPOSE_MOST}
              onClick={() => shift(-1)}
            >
              ♭
            </IconButton>
            <output className={css.value}>{signed(known.transpose)}</output>
            <IconButton
              label="Выше на полтона"
              variant="tonal"
              disabled={known.transpose >= TRANSPOSE_MOST}
              onClick={() => shift(1)}
            >
              ♯
            </IconButton>
          </div>
        )}
        <div className={css.tool}>
          <IconButton
            label="A−: текст мельче"
            variant="tonal"
            disabled={size <= 0}
            onClick={() => resize(size - 1)}
          >
            A−
          </IconButton>
          <IconButton
            label="A+: текст крупнее"
            variant="tonal"
            disabled={size >= SIZES.most}
            onClick={() => resize(size + 1)}
          >
            A+
          </IconButton>
        </div>
        <div className={css.tool}>
          <IconButton label="Медленнее" variant="tonal" onClick={() => faster(speed / SPEEDS.step)}>
            −
          </IconButton>
          <IconButton
            label={rolling ? 'Остановить прокрутку' : 'Прокручивать'}
            variant={rolling ? 'lamp' : 'tonal'}
            onClick={() => setRolling(!rolling)}
          >
            {rolling ? <Pause className="ico" /> : <Play className="ico" />}
          </IconButton>
          <IconButton label="Быстрее" variant="tonal" onClick={() => faster(speed * SPEEDS.step)}>
            +
          </IconButton>
        </div>
      </div>
      <section
        ref={box}
        key={now?.id}
        aria-label="Текст песни"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys
        tabIndex={0}
        data-autofocus
        data-size={size}
        className={css.text}
      >
        {played ? (
          <SheetLines lines={played.lines} unread={played.isMoved} />
        ) : (
          <EmptyState
            text={
              now === null
                ? 'Текст появится здесь, когда начнётся песня.'
                : 'У этой песни пока нет текста. Его добавляют в репертуаре: «О песне», «Текст и аккорды».'
            }
          />
        )}
      </section>
      <div className={css.foot}>
        <p className={css.next}>
          {next === null ? 'Дальше пока ничего нет' : `Дальше: ${next.title}`}
          {firstLine !== '' && <span className={css.first}>{firstLine}</span>}
        </p>
        <Button
          variant="primary"
          loading={coolingDown}
          aria-disabled={coolingDown}
          disabled={now === null && next === null}
          onClick={onNext}
        >
          Следующий Трек
        </Button>
      </div>
    </dialog>
  )
}
