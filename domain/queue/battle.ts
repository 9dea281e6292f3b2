import { formatRubles, kopecks, MIN_TIP_RUBLES } from '../money.ts'
import type { Kopecks } from '../money.ts'
import { counted, plural } from '../russian.ts'
import type { PaymentReason } from '../payments/payment.ts'
import { Refusal } from '../refusal.ts'
import { MINUTE_MS } from '../time.ts'
import { entriesWith, waiting } from './queue.ts'
import { admitAmount } from './price.ts'
import type { Entry, Queue } from './queue.ts'
import type { QueueStep } from './queue-steps.ts'
import { admitToWait } from './queue-steps.ts'

export const BATTLE_SONGS = { least: 2, most: 4 } as const
export const BATTLE_MINUTES = { least: 1, usual: 2, most: 5 } as const

/** How long the result stays on the hall's screen alone, and on phones and pads. */
export const WINNER_ALONE_MS = 3000
export const RESULT_SHOWN_MS = MINUTE_MS
/** So many seconds before its end the clock warns. */
export const BATTLE_HURRY_SECONDS = 10

/** A battle as it runs: its songs in the order in which the artist put them up. */
export type Battle = {
  readonly songIds: readonly string[]
  /** Votes are shares: those of the songs that lose go back. */
  readonly paid: boolean
  readonly endsAt: Date
  /** Null while it runs. */
  readonly endedAt: Date | null
}

/**
 * «Битва»: puts songs up for a vote. `running`: one runs in this concert already; `takesMoney`: its orders are paid.
 * Refuses ILLEGAL_STEP, and VALIDATION at `songIds`, `minutes` and `paid`.
 */
export function startBattle(
  { songIds, minutes, paid }: Pick<Battle, 'songIds' | 'paid'> & { readonly minutes: number },
  {
    running,
    takesMoney,
    now,
  }: { readonly running: boolean; readonly takesMoney: boolean; readonly now: Date },
): Battle {
  if (running)
    throw new Refusal('ILLEGAL_STEP', 'Битва уже идёт. Закончите её, чтобы начать новую.')
  if (new Set(songIds).size < songIds.length)
    throw new Refusal('VALIDATION', 'Одна из песен выбрана дважды', 'songIds')
  if (songIds.length < BATTLE_SONGS.least || songIds.length > BATTLE_SONGS.most)
    throw new Refusal('VALIDATION', 'Выберите от двух до четырёх песен', 'songIds')
  if (minutes < BATTLE_MINUTES.least || minutes > BATTLE_MINUTES.most)
    throw new Refusal('VALIDATION', 'Битва идёт от одной до пяти минут', 'minutes')
  if (paid && !takesMoney)
    throw new Refusal('VALIDATION', 'Деньгами голосуют там, где заказы платные', 'paid')
  return { songIds, paid, endsAt: new Date(now.getTime() + minutes * MINUTE_MS), endedAt: null }
}

/** Whether nobody has ended it, and its time has come. */
export function isDue({ endsAt, endedAt }: Battle, now: Date): boolean {
  return endedAt === null && endsAt <= now
}

/**
 * Returns the song of a vote: without money the first one or another in place of it, with money one more share. Refuses ILLEGAL_STEP once
 * the time is over and for the other kind of vote, SONG_NOT_ACCEPTED from a muted listener, NOT_FOUND for a song that
 * is not in it.
 */
export function admitVote(
  battle: Battle,
  songId: string | null,
  { muted, paid, now }: { readonly muted: boolean; readonly paid: boolean; readonly now: Date },
): string {
  if (battle.paid !== paid)
    throw new Refusal(
      'ILLEGAL_STEP',
      battle.paid ? 'В этой битве голосуют деньгами' : 'В этой битве голосуют бесплатно',
    )
  if (battle.endedAt !== null || isDue(battle, now))
    throw new Refusal('ILLEGAL_STEP', 'Голосование уже закончилось')
  if (muted) throw new Refusal('SONG_NOT_ACCEPTED', 'Голос сейчас не принят.')
  if (songId === null || !battle.songIds.includes(songId))
    throw new Refusal('NOT_FOUND', 'Такой песни в этой битве нет')
  return songId
}

/** The least vote of a battle by money. */
export const VOTE_RUBLES_LEAST = MIN_TIP_RUBLES

/**
 * Decides a vote by money: a share of its song, of at least VOTE_RUBLES_LEAST. `battle` undefined: there is none.
 * Refuses what `admitVote` does, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE, and SONG_NOT_ACCEPTED where no song more may wait.
 */
export function decideVote(
  battle: Battle | undefined,
  { songId, amount = 0 }: { readonly songId: string | null; readonly amount?: number | undefined },
  facts: {
    readonly muted: boolean
    readonly takesMoney: boolean
    readonly now: Date
    readonly queue: Queue<Entry>
    /** The songs outside the queue that money is there for. */
    readonly collecting: ReadonlyMap<string, unknown>
  },
): {
  readonly type: 'to_pay'
  readonly songId: string
  readonly amount: Kopecks
  readonly shareGoal: 0
} {
  if (battle === undefined) throw noBattle()
  const voted = admitVote(battle, songId, { ...facts, paid: true })
  if (!facts.takesMoney) throw new Refusal('SONG_NOT_ACCEPTED', 'Голос сейчас не принят.')
  admitAmount(kopecks(amount), VOTE_RUBLES_LEAST)
  if (!facts.collecting.has(voted)) admitToWait(facts.queue, voted, facts.collecting.size)
  return { type: 'to_pay', songId: voted, amount: kopecks(amount), shareGoal: 0 }
}

/**
 * Why the money of a vote goes back that comes once its battle is over; null while that runs, and for the winner as long
 * as it waits. `battle` undefined: it is forgotten.
 */
export function lateVote(
  battle: (Battle & { readonly winnerId: string | null }) | undefined,
  { songId, waits }: { readonly songId: string; readonly waits: boolean },
): Extract<PaymentReason, 'battle_lost' | 'battle_over' | 'song_refused'> | null {
  if (battle?.endedAt === null) return null
  if (battle === undefined || battle.winnerId === null) return 'battle_over'
  if (battle.winnerId !== songId) return 'battle_lost'
  return waits ? null : 'song_refused'
}

export const noBattle = (): Refusal => new Refusal('NOT_FOUND', 'Такой битвы нет')

/** Votes; of a battle by money kopecks. */
type Votes = { readonly votes: number }

/** The song with the most votes, of equal ones the one put up first; null where nobody voted. */
export function winnerOf<S extends Votes>(songs: readonly S[]): S | null {
  const most = mostVotes(songs)
  return most === 0 ? null : (songs.find(({ votes }) => votes === most) ?? null)
}

/** Who is ahead of all others; null where none is. */
export function leaderOf<S extends Votes>(songs: readonly S[]): S | null {
  const most = mostVotes(songs)
  const first = songs.filter(({ votes }) => votes === most)
  return most > 0 && first.length === 1 ? (first[0] ?? null) : null
}

/** Whether the winner has no more votes than another. */
export const isTied = (songs: readonly Votes[]): boolean =>
  winnerOf(songs) !== null && leaderOf(songs) === null

const mostVotes = (songs: readonly Votes[]): number =>
  Math.max(0, ...songs.map(({ votes }) => votes))

/** How long its bar is beside the leader's, in whole percents. */
export function barOf({ votes }: Votes, songs: readonly Votes[]): number {
  const most = mostVotes(songs)
  return most === 0 ? 0 : Math.round((votes / most) * 100)
}

/**
 * Puts the winner first of all that wait, as QUEUED. One that waits already is moved and keeps what stands behind it;
 * otherwise `fresh` comes, also where as many wait as may.
 */
export function putWinner<E extends Entry>(queue: Queue<E>, fresh: E): QueueStep<E> {
  const present = waiting(queue).find(({ songId }) => songId === fresh.songId) ?? fresh
  const others = waiting(queue).filter(({ id }) => id !== present.id)
  const winner: E = { ...present, status: 'QUEUED', won: true }
  return { queue: [...entriesWith(queue, 'NOW'), winner, ...others], closed: [] }
}

/** Whether it is shown: while it runs, and for a minute its result. */
export function isBattleShown(ended: { readonly at: string } | undefined, now: number): boolean {
  return ended === undefined || now - Date.parse(ended.at) < RESULT_SHOWN_MS
}

/** Whole seconds until its end, rounded up: zero only once it is over. */
export function secondsLeft(endsAt: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(endsAt) - now) / 1000))
}

/** «01» and «24» */
export function clockOf(seconds: number): readonly [minutes: string, seconds: string] {
  const two = (value: number) => String(value).padStart(2, '0')
  return [two(Math.floor(seconds / 60)), two(seconds % 60)]
}

/** «Осталась 1 минута 24 секунды» */
export function timeLeftWords(seconds: number): string {
  const words = [
    seconds >= 60 && counted(Math.floor(seconds / 60), 'минута', 'минуты', 'минут'),
    (seconds < 60 || seconds % 60 > 0) && counted(seconds % 60, 'секунда', 'секунды', 'секунд'),
  ]
  const first = seconds < 60 ? seconds : Math.floor(seconds / 60)
  return `${plural(first, 'Осталась', 'Осталось', 'Осталось')} ${words.filter(Boolean).join(' ')}`
}

type Paid = { readonly paid?: boolean | undefined }

/** «31 голос»; of a battle by money «1 200 ₽». */
export const votesText = (votes: number, { paid = false }: Paid = {}): string =>
  paid ? formatRubles(kopecks(votes)) : counted(votes, 'голос', 'голоса', 'голосов')

/** The same as a figure beside a song: «31», «1 200 ₽». */
export const votesFigure = (votes: number, { paid = false }: Paid): string =>
  paid ? formatRubles(kopecks(votes)) : String(votes)

/** Under the winner: «31 голос. Споём её следующей». */
export function wonText(
  { songs, paid }: Paid & { readonly songs: readonly Votes[] },
  winner: Votes,
): string {
  const why = isTied(songs) ? ', поровну: эта стояла первой' : ''
  return `${votesText(winner.votes, { paid })}${why}. Споём её следующей`
}
