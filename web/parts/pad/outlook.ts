import {
  changeStatus,
  moveOneUp,
  moveToTop,
  nowOf,
  playNext,
  undoPlayed,
  waiting,
} from '#domain/queue.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deed, Press, Truth } from './press.ts'

/** What a deed would mean now: it changes something, everything is as it wanted already, or it cannot be done any more. */
export type Outlook =
  | { readonly is: 'open'; readonly after: Truth }
  | { readonly is: 'done' }
  | { readonly is: 'lost'; readonly why: string }

const DONE: Outlook = { is: 'done' }
const open = (after: Truth): Outlook => ({ is: 'open', after })
const lost = (why: string): Outlook => ({ is: 'lost', why })

/**
 * Judges a deed by the rules of the queue. It names its songs by their places in the queue and not
 * by title, so that a song that was ordered anew is another one, and a deed that was done already
 * is not done twice.
 */
export function outlookOf(truth: Truth, deed: Deed): Outlook {
  try {
    return judge(truth, deed)
  } catch (error) {
    if (error instanceof Refusal) return lost(error.message)
    throw error
  }
}

/** What the pad shows while presses wait: the truth, and over it each of them that still can be done. */
export function shownWith(truth: Truth, presses: readonly Press[]): Truth {
  return presses.reduce((shown, { deed }) => {
    const outlook = outlookOf(shown, deed)
    return outlook.is === 'open' ? outlook.after : shown
  }, truth)
}

function judge(truth: Truth, deed: Deed): Outlook {
  const { queue, active } = truth
  switch (deed.kind) {
    case 'next':
      return judgeNext(truth, deed)
    case 'pause':
      return active ? open({ queue, active: false }) : DONE
    case 'resume':
      return active ? DONE : open({ queue, active: true })
    case 'undo':
      if (nowOf(queue)?.id === deed.entry.id) return DONE
      if (waits(truth, deed.entry.id)) return lost('Эта песня уже ждёт в очереди')
      return open({ active, queue: undoPlayed(queue, { ...deed.entry, status: 'PLAYED' }).queue })
    case 'top':
    case 'up':
    case 'queue':
    case 'skip':
      break
  }
  return judgeSong(truth, deed)
}

type SongDeed = Extract<Deed, { kind: 'top' | 'up' | 'queue' | 'skip' }>

function judgeSong({ queue, active }: Truth, deed: SongDeed): Outlook {
  const { id, songId } = deed.entry
  if (nowOf(queue)?.id === id) return lost('Эта песня уже играет')
  const entry = waiting(queue).find((one) => one.id === id)
  const isQueued = entry?.status === 'QUEUED'
  const shown = queue.filter(({ status }) => status === 'QUEUED').map((one) => one.id)
  const enqueued = () => changeStatus(queue, songId, 'QUEUED').queue
  if (deed.kind === 'skip') {
    if (entry === undefined) return DONE
    return open({ active, queue: changeStatus(queue, songId, 'SKIPPED').queue })
  }
  if (entry === undefined) return lost('Этой песни уже нет в очереди')
  if (deed.kind === 'queue') return isQueued ? DONE : open({ active, queue: enqueued() })
  if (deed.kind === 'up') {
    const above = shown.indexOf(deed.above)
    if (isQueued && (above === -1 || above > shown.indexOf(id))) return DONE
    return open({ active, queue: moveOneUp(queue, songId).queue })
  }
  if (shown[0] === id) return DONE
  return open({ active, queue: moveToTop(isQueued ? queue : enqueued(), songId).queue })
}

function judgeNext(truth: Truth, deed: Deed & { kind: 'next' }): Outlook {
  const { queue, active } = truth
  const { played, started, chosen } = deed
  const nowId = nowOf(queue)?.id ?? null
  if (nowId !== (played?.id ?? null)) {
    return nowId === (started?.id ?? null) ? DONE : lost('Песня уже сменилась')
  }
  const ready = started !== null && waits(truth, started.id)
  if (chosen && !ready) return lost('Этой песни уже нет в очереди')
  const songId = ready ? started.songId : null
  return open({ active, queue: playNext(queue, { songId }).queue })
}

function waits({ queue }: Truth, id: string): boolean {
  return waiting(queue).some((entry) => entry.id === id)
}
