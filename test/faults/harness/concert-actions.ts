import { randomUUID } from 'node:crypto'
import { api } from '#contract/index.ts'
import type { QueueEntry } from '#contract/shapes.ts'
import { anyAddress } from '#test/support/product/product.ts'
import type { SerialCommand, SerialRules } from '#test/support/database/serial-run.ts'
import type { TestDataset } from './dataset.ts'
import { callOverWire, granted } from './wire-call.ts'
import type { WireCaller, WireReply } from './wire-call.ts'

/** One action at the concert. */
export type ConcertAction =
  | {
      readonly kind: 'order'
      readonly songId: string
      readonly key: string
      readonly phone: number
      /** The phone's cookie; null for a new phone. */
      readonly cookie: string | null
    }
  | {
      readonly kind: 'next'
      readonly songId: string | null
      readonly expectedNowId?: string | null
    }
  | { readonly kind: 'queued' | 'skipped' | 'top' | 'up'; readonly songId: string }
  | { readonly kind: 'rules'; readonly rules: Partial<SerialRules> }
  | GuestOut
  | {
      readonly kind: 'list'
      readonly songIds: readonly string[]
      readonly knownIds: readonly string[] | null
    }

/** The artist takes out what a phone ordered, as it was read last. */
export type GuestOut = Extract<SerialCommand, { kind: 'out' }> & { readonly askId: string }

const PRESSES = { top: api.artist.onTop, up: api.artist.oneSongUp } as const
const SET_TO = { queued: 'QUEUED', skipped: 'SKIPPED' } as const

const orderBody = ({ username, concertId }: TestDataset['artist'], songId: string) => ({
  songId,
  artistUsername: username,
  sessionId: concertId,
  title: '',
  artistName: '',
  imageUrl: '',
})

/** Performs the action over a real connection. */
export function performAction(
  url: string,
  { artist }: TestDataset,
  action: ConcertAction,
  cut: Pick<WireCaller, 'cutMs'> = {},
): Promise<WireReply> {
  const pad = { token: artist.token, address: '10.2.0.1', ...cut }
  const sessionId = artist.concertId
  if (action.kind === 'order') {
    const { songId, key, cookie } = action
    const phone = { address: anyAddress(), key, ...cut, ...(cookie === null ? {} : { cookie }) }
    return callOverWire(url, api.songs.orderSong, { body: orderBody(artist, songId) }, phone)
  }
  if (action.kind === 'next') {
    const { songId, expectedNowId } = action
    const body = { songId, sessionId, ...(expectedNowId === undefined ? {} : { expectedNowId }) }
    return callOverWire(url, api.artist.nextSong, { body }, pad)
  }
  if (action.kind === 'list') {
    const { songIds, knownIds } = action
    const body = { sessionId, idList: songIds, ...(knownIds === null ? {} : { knownIds }) }
    return callOverWire(url, api.artist.updateSessionSongList, { body }, pad)
  }
  if (action.kind === 'rules') {
    const body = { sessionId, rules: action.rules }
    return callOverWire(url, api.artist.changeRules, { body }, pad)
  }
  if (action.kind === 'out') {
    const body = { sessionId, askId: action.askId, entryIds: [...action.entryIds] }
    return callOverWire(url, api.artist.takeOutGuest, { body }, { ...pad, key: randomUUID() })
  }
  const { kind, songId } = action
  if (kind === 'top' || kind === 'up')
    return callOverWire(url, PRESSES[kind], { body: { songId, sessionId } }, pad)
  const body = { songId, statusSong: SET_TO[kind], sessionId }
  return callOverWire(url, api.artist.changeSongStatus, { body }, pad)
}

/** Returns the queue as the pad gets it. */
export function padQueue(url: string, { artist }: TestDataset): Promise<QueueEntry[]> {
  const query = { sessionId: artist.concertId }
  return granted(url, api.artist.queue, { query }, { token: artist.token, address: '10.2.0.1' })
}

/** Orders once at another concert from a new phone and returns its cookie. */
export async function knownDevice(url: string, { trial, songIds }: TestDataset): Promise<string> {
  const body = orderBody(trial, songIds[0] ?? '')
  const { cookie, status } = await callOverWire(
    url,
    api.songs.orderSong,
    { body },
    { address: anyAddress(), key: randomUUID() },
  )
  if (cookie === null) throw new Error(`no phone is known to ${url}: ${status}`)
  return cookie
}

const any = <T>(from: readonly T[]): T | undefined => from[Math.floor(Math.random() * from.length)]

/** Sets the turn to `circle` from the start in half of the evenings. */
export async function chooseTurn(url: string, dataset: TestDataset): Promise<void> {
  const turn = Math.random() < 0.5 ? 'arrival' : 'circle'
  const action = { kind: 'rules', rules: { turn } } as const
  const { outcome } = await performAction(url, dataset, action)
  if (outcome !== 'ok') throw new Error(`the turn was not taken: ${outcome}`)
}

/** Returns a random change of one rule of the evening; one in twelve closes the concert to orders. */
export function randomRules(): ConcertAction {
  const lastCall = Math.random() < 0.3 ? 'closed' : 'open'
  const freeWaiting = any([1, 2, 3]) ?? 2
  const lock = any([0, 1, 2, 3]) ?? 2
  const turn = any(['arrival', 'circle'] as const) ?? 'circle'
  const rules = any<Partial<SerialRules>>([{ lastCall }, { freeWaiting }, { lock }, { turn }]) ?? {}
  return { kind: 'rules', rules }
}

/** Returns one of these at random; null where there is none. */
export const randomGuest = (guests: readonly GuestOut[]): GuestOut | null => any(guests) ?? null

/** Returns a random action on the queue. `nowId` is the entry that its caller believes to be playing. */
export function randomAction(
  { songIds }: TestDataset,
  phones: readonly (string | null)[],
  nowId: string | null,
): ConcertAction {
  const songId = any(songIds) ?? ''
  const dice = Math.random()
  if (dice < 0.4) {
    const phone = Math.floor(Math.random() * phones.length)
    return { kind: 'order', songId, phone, cookie: phones[phone] ?? null, key: randomUUID() }
  }
  if (dice < 0.55) {
    const chosen = Math.random() < 0.3 ? songId : null
    return {
      kind: 'next',
      songId: chosen,
      ...(Math.random() < 0.5 ? { expectedNowId: nowId } : {}),
    }
  }
  if (dice < 0.92) {
    const kind = any(['queued', 'skipped', 'top', 'up'] as const) ?? 'up'
    return { kind, songId }
  }
  const songs = () => songIds.filter(() => Math.random() < 0.4)
  return { kind: 'list', songIds: songs(), knownIds: Math.random() < 0.5 ? songs() : null }
}

/** Returns those rules of the evening that decide how orders are accepted and placed; only these are compared. */
export async function padRules(url: string, { artist }: TestDataset): Promise<SerialRules> {
  const query = { sessionId: artist.concertId }
  const pad = { token: artist.token, address: '10.2.0.1' }
  const { rules } = await granted(url, api.artist.eveningRules, { query }, pad)
  const { lastCall, freeWaiting, turn, lock, orderAfter } = rules
  return { lastCall, freeWaiting, turn, lock, orderAfter }
}
