import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { countdown } from '#domain/concerts/concert.ts'
import { playedSheet } from '#domain/songs/played-sheet.ts'
import { readSheet } from '#domain/songs/song-text.ts'
import { nowOf, waiting } from '#domain/queue/queue.ts'
import { counted } from '#domain/russian.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Session } from '#contract/shapes.ts'
import { serverNow } from '#web/lib/calls/call.ts'
import { readStored, writeStored } from '#web/lib/device/device-memory.ts'
import { SheetLines } from '#web/parts/songs/sheet-lines.tsx'
import { useBack } from '#web/parts/use-back.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { X } from '#web/ui/icons/icons.tsx'
import { useModal } from '#web/ui/overlays/use-modal.ts'
import { useMedia } from '#web/ui/use-media.ts'
import type { Undo } from '../commands/undo-bar.tsx'
import { useOwnQueue } from '../use-own-queue.ts'
import type { PadState } from '../use-pad-state.ts'
import { askedBy, dedicationOf, newestWords } from './asked-by.ts'
import type { TextsOnPad } from './song-texts.ts'
import { StageEnd } from './stage-end.tsx'
import type { StageTip } from './stage-foot.tsx'
import { NewsStrip, StageFoot } from './stage-foot.tsx'
import { signed, StageTools } from './stage-tools.tsx'
import css from './stage-view.module.css'
import { fittingSize, measureIn, TEXT_SIZES } from './text-size.ts'
import { usePedal } from './use-pedal.ts'
import { useRolling } from './use-rolling.ts'
import { useTools } from './use-tools.ts'

export type StageViewProps = {
  open: boolean
  onClose: () => void
  pad: PadState
  session: Session
  undo: Undo | null
  texts: TextsOnPad
  /** The entries that were in the queue when the text was opened. */
  seen: ReadonlySet<string>
  tip: StageTip | null
  /** Closes the text, and shows the orders. */
  onOrders: () => void
}

const SIZE = 'stage-text-size'
const USUAL_SIZE = 1
const USUAL_TEMPO = 90
/** The padding of the text at both sides, px; between columns as much. */
const SIDES = { phone: 32, wide: 56 }
const WIDE = '(min-width: 960px) and (min-height: 600px) and (orientation: landscape)'

/** The words and chords of the playing song, readable from two metres, scrolled by hand, by pedal or automatically. */
export function StageView(props: StageViewProps) {
  const { open, onClose, pad, session, undo, texts, seen, tip, onOrders } = props
  const titleId = useId()
  const { ref } = useModal(open, onClose)
  useBack(open, onClose)
  const box = useRef<HTMLElement>(null)
  const wide = useMedia(WIDE)
  const [own] = useOwnQueue(session.id, open ? pad.queue : [], { added: pad.added })
  const now = nowOf(pad.queue)
  const [next = null] = waiting(pad.queue)

  const known = now && texts.textOf(now.songId)
  const sheet = known && readSheet(known.text)
  const played = known && sheet && playedSheet(sheet, known)
  const tools = useTools(open, ref)
  const rolling = useRolling(open, box, known?.tempo ?? sheet?.tempo ?? USUAL_TEMPO)
  const [size, setSize] = useState<number | null>(() => {
    const stored = readStored(SIZE)
    return stored === null ? null : Number(stored)
  })
  const measure = useEffectEvent(() => {
    const { current: shown } = box
    if (shown === null || !played || size !== null) return
    const { clientWidth, clientHeight } = shown
    const scale = Number.parseFloat(getComputedStyle(shown).fontSize) / TEXT_SIZES[USUAL_SIZE]
    const width = wide ? clientWidth / 2 - SIDES.wide : clientWidth - SIDES.phone
    const room = { width: width / scale, height: clientHeight / scale }
    setSize(fittingSize(played.lines, room, measureIn(shown)))
  })
  const hasText = Boolean(played)
  useEffect(() => {
    if (open && hasText) measure()
  }, [open, hasText])
  const resize = (to: number) => {
    setSize(to)
    writeStored(SIZE, String(to))
  }

  const coolingDown = pad.isPending('next')
  const isSilent = now === null && next === null
  const press = () => {
    if (!session.active) pad.resume()
    else if (!coolingDown && !isSilent) pad.playNext()
  }
  usePedal(box, {
    open,
    songId: now?.id,
    hasText,
    onNext: press,
    onUndo: () => undo?.undo(),
    onOther: tools.bring,
  })

  const news = pad.queue.filter(({ id, status }) => status === 'SCHEDULED' && !seen.has(id))
  const dedication = dedicationOf(now === null ? undefined : own.get(now.id))
  const nextFacts = askedBy(next === null ? undefined : own.get(next.id))
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      data-theme="stage"
      data-tools={tools.shown}
      className={css.view}
    >
      <div className={css.head}>
        <h2 id={titleId} className={css.title}>
          {now?.title ?? 'Пока тишина'}
        </h2>
        {played?.key && (
          <p className={css.key}>
            <b>{played.key.words}</b>
            {known && known.transpose !== 0 && ` ${signed(known.transpose)}`}
            {played.capo > 0 && ` · капо ${played.capo}, играем ${played.key.played}`}
          </p>
        )}
        {!session.street && <TimeLeft endsAt={session.dateTimeEnd} />}
      </div>
      <div data-tools-part className={css.close} onFocus={tools.bring}>
        <IconButton label="Закрыть" variant="tonal" className={css.big} onClick={onClose}>
          <X />
        </IconButton>
      </div>
      <section
        ref={box}
        aria-label="Текст песни"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys
        tabIndex={0}
        data-autofocus
        data-size={size ?? USUAL_SIZE}
        className={css.text}
        onPointerDown={rolling.rest}
        onWheel={rolling.rest}
      >
        {dedication !== null && (
          <p className={css.dedication}>
            {dedication.words}
            {dedication.about !== '' && <small>{dedication.about}</small>}
          </p>
        )}
        {played && <SheetLines lines={played.lines} unread={played.isMoved} />}
        {now === null ? (
          <EmptyState text="Текст появится здесь, когда начнётся песня." />
        ) : (
          <StageEnd
            hasText={hasText}
            next={next}
            askedBy={nextFacts}
            text={next && texts.textOf(next.songId)}
          />
        )}
      </section>
      <div className={css.over} onFocus={tools.bring}>
        <StageTools
          transpose={known?.transpose ?? null}
          onShift={(by) => known && texts.transpose(known.songId, known.transpose + by)}
          size={size ?? USUAL_SIZE}
          onResize={resize}
          rolling={rolling.rolling}
          onRoll={rolling.toggle}
        />
      </div>
      <NewsStrip
        orders={news.length}
        words={newestWords(news.map(({ id }) => own.get(id)))}
        tip={tip}
        next={next}
        onOrders={onOrders}
      />
      <StageFoot
        next={next}
        askedBy={nextFacts}
        undo={undo}
        active={session.active}
        coolingDown={coolingDown}
        disabled={session.active && isSilent}
        wide={wide}
        onPress={press}
      />
    </dialog>
  )
}

/** «ещё 1 ч 24» to the planned end of the concert. */
function TimeLeft({ endsAt }: { endsAt: string }) {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), MINUTE_MS / 4)
    return () => clearInterval(timer)
  }, [])
  const { hours, minutes, overdue } = countdown(new Date(endsAt), new Date(now))
  const inWords = [
    hours > 0 && counted(hours, 'час', 'часа', 'часов'),
    counted(minutes, 'минута', 'минуты', 'минут'),
  ]
  if (overdue) return <p className={css.left}>время вышло</p>
  return (
    <p className={css.left}>
      <span className="sr">До конца {inWords.filter(Boolean).join(' ')}</span>
      <span aria-hidden="true">
        <small>ещё</small> {hours > 0 ? `${hours} ч ${minutes}` : `${minutes} мин`}
      </span>
    </p>
  )
}
