import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { Goal } from '#contract/goals.ts'
import { goalText, isReached, reachedText } from '#domain/payments/goal.ts'
import { NO_NOTE } from '#domain/queue/own-song.ts'
import { waiting } from '#domain/queue/queue.ts'
import { clockTime } from '#domain/russian.ts'
import { HOUR_MS, SECOND_MS } from '#domain/time.ts'
import { isHeldBack } from '#domain/queue/held-texts.ts'
import { rubles, useViewerZone } from '#web/lib/format.ts'
import { serverNow } from '#web/lib/calls/call.ts'
import { useCountdown } from '#web/lib/value-hooks.ts'
import { SongRow } from '#web/parts/songs/song-row.tsx'
import { ThanksList } from '#web/parts/songs/thanks-list.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import type { Evening, PlayedSong } from './evening-so-far.ts'
import { useEveningSoFar } from './evening-so-far.ts'
import type { StageTip } from '../stage/stage-foot.tsx'
import { TipCard, Words } from './tip-card.tsx'
import type { Given } from './tip-card.tsx'
import css from '../pad.module.css'
import pads from '../running/running-pad.module.css'
import { PadSheet } from '../over/pad-sheet.tsx'
import { asEntry } from '../commands/undo-bar.tsx'
import type { Undo } from '../commands/undo-bar.tsx'
import { ownNoteText } from '../use-own-queue.ts'
import type { PadState } from '../use-pad-state.ts'

export type EveningView = {
  /** How many songs were played, and what was given; null where the pad does not see it. */
  count: number
  sum: number | null
  show: () => void
  /** One line that opens the sheet. */
  line: ReactNode
  sheet: ReactNode
  /** What was given with words, until it is answered. */
  tip: ReactNode
  /** The same over a text; null where nothing waits. */
  stageTip: StageTip | null
}

/** «Сыграно»: the songs of the evening, what was given for them, and how many phones watch. */
export function useEveningSheet(
  pad: PadState,
  owner: 'artist' | 'second',
  undo: Undo | null,
): EveningView {
  const evening = useEveningSoFar(pad, owner)
  const [open, setOpen] = useState(false)
  const { session, watchers, goal } = pad
  useReachedToast(goal)
  const show = () => setOpen(true)
  const { played, sum } = evening
  const count = played.length
  if (session === null)
    return { count, sum, show, line: null, sheet: null, tip: null, stageTip: null }

  const facts = [
    goal !== null && goalText(goal),
    sum !== null && `Собрали ${rubles(sum)}`,
    watchers !== null && `Смотрят: ${watchers}`,
  ].filter((one) => one !== false)
  const [first] = evening.given
  return {
    count,
    sum,
    show,
    stageTip: first === undefined ? null : stageTipOf(first, () => evening.answer(first)),
    line: (
      <button type="button" className={pads.played} onClick={show}>
        {count} сыграно
        {sum !== null && sum > 0 && (
          <>
            {' · '}
            <b>{rubles(sum)}</b>
          </>
        )}
        {goal !== null && ` · цель ${percentOf(goal)}\u00A0%`}
        {watchers !== null && <span className="sr"> · смотрят: {watchers}</span>}
      </button>
    ),
    sheet: (
      <PadSheet
        open={open}
        onClose={() => setOpen(false)}
        title="Сыграно"
        subtitle={facts.join(' · ')}
      >
        {open && <Played {...{ pad, evening, undo }} />}
      </PadSheet>
    ),
    tip: (
      <TipCard
        given={evening.given}
        onAnswer={evening.answer}
        onDrop={evening.drop}
        onOpen={evening.open}
      />
    ),
  }
}

const percentOf = ({ collected, amount }: Goal) =>
  Math.min(100, Math.floor((100 * collected) / amount))

/** Says once that the goal is reached, where it was not before. */
function useReachedToast(goal: Goal | null): void {
  const before = useRef(true)
  const toast = useToast()
  const told = useEffectEvent((now: Goal) => {
    if (isReached(now) && !before.current) toast(reachedText(now))
    before.current = isReached(now)
  })
  useEffect(() => {
    if (goal !== null) told(goal)
  }, [goal])
}

/** A tip in one line over a text: who gave it, and what he wrote unless the word filter hides it. */
function stageTipOf({ name, words, amount }: Given, onThank: () => void): StageTip {
  const shown = [name, isHeldBack(words) ? '' : words].filter((one) => one !== '').join(': ')
  return { amount, words: shown, onThank }
}

type PlayedProps = { pad: PadState; evening: Evening; undo: Undo | null }

function Played({ pad, evening: { played, tips, thanks, look }, undo }: PlayedProps) {
  const zone = useViewerZone()
  const toast = useToast()
  const newest = tips?.newest ?? []
  const waits = new Set(waiting(pad.queue).map(({ songId }) => songId))
  const at = (moment: string) => clockTime(new Date(moment), zone)

  function again({ songId, title, artistName, imageUrl, typed }: PlayedSong) {
    pad.addSong({ songId: typed ? null : songId, title, artistName, imageUrl }, NO_NOTE)
    toast(`Добавили «${title}»`)
  }
  const undoPlayed = (song: PlayedSong) =>
    undo?.id === song.id ? undo.undo() : pad.undo(asEntry(song))

  return (
    <div className={css.lists}>
      {played.length === 0 ? (
        <EmptyState muted text="Пока ничего не сыграно. Песни появятся здесь сами." />
      ) : (
        <ul aria-label="Сыгранные песни">
          {played.map((song) => (
            <SongRow
              key={song.id}
              song={song}
              cover={false}
              note={[at(song.endedAt), ownNoteText(song, song.backers)].filter(Boolean).join(' · ')}
              actions={
                <UndoOrAddAgain
                  song={song}
                  waits={waits.has(song.songId)}
                  onUndo={() => undoPlayed(song)}
                  onAgain={() => again(song)}
                />
              }
            />
          ))}
        </ul>
      )}
      {pad.session !== null && (
        <ThanksList sessionId={pad.session.id} thanks={thanks} onAnswer={look} />
      )}
      {newest.length > 0 && (
        <Section title="Благодарности" count={rubles(tips?.sum ?? 0)}>
          <ul>
            {newest.map((tip) => (
              <li key={tip.id} className={css.tip}>
                <b className={css.sum}>{rubles(tip.amount)}</b>
                <span className="muted">{at(tip.at)}</span>
                {tip.message !== '' && <Words words={tip.message} />}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  )
}

type UndoOrAddAgainProps = {
  song: PlayedSong
  /** It is in the queue again. */
  waits: boolean
  onUndo: () => void
  onAgain: () => void
}

/** Undoes the play while the grace lasts, then adds the song as a new entry, for an hour. */
function UndoOrAddAgain({ song, waits, onUndo, onAgain }: UndoOrAddAgainProps) {
  const { undoUntil } = song
  const leftMs = undoUntil === null ? 0 : Date.parse(undoUntil) - serverNow()
  const left = useCountdown(Math.max(0, Math.ceil(leftMs / SECOND_MS)), undoUntil)
  if (undoUntil === null || left > 0)
    return (
      <Button aria-label={`Отменить: ${song.title}`} onClick={onUndo}>
        Отменить
      </Button>
    )
  if (Date.parse(song.endedAt) < serverNow() - HOUR_MS) return null
  if (waits) return <span className={css.waits}>Уже в очереди</span>
  return (
    <Button aria-label={`Ещё раз: ${song.title}`} onClick={onAgain}>
      Ещё раз
    </Button>
  )
}
