import { cashWords, noteWords, tableWords } from '#domain/queue/own-song.ts'
import { singersWords } from '#domain/queue/singing.ts'
import { rubles } from '#web/lib/format.ts'
import { hostsWords } from '../lists/song-facts.ts'
import type { OwnView } from '../use-own-queue.ts'

/** «стол 7 · Олег · 300 ₽»: who wants a song, and for how much; '' where nobody is known. */
export function askedBy(view: OwnView | undefined): string {
  const { tables = [], asks = [], amount = 0, forWhom = '', inCash = false, cash } = view ?? {}
  const singers = view?.singers && singersWords(view.singers)
  const name = singers ?? asks.find((ask) => !ask.held && ask.name !== '')?.name
  const words = [
    tables.length > 0 && tableWords(tables).toLowerCase(),
    name,
    noteWords({ forWhom, inCash, cash }),
    amount > 0 && rubles(amount),
  ]
  return words.filter((one) => typeof one === 'string' && one !== '').join(' · ')
}

/** What has to be said before a song: who sings it, for whom it is, or the words of whoever asked; null where there is nothing. */
export function dedicationOf(view: OwnView | undefined): { words: string; about: string } | null {
  const { asks = [], tables = [], amount = 0, forWhom = '', inCash = false, cash } = view ?? {}
  const said = asks.find(({ held, words }) => !held && words !== '')
  const about = [
    tables.length > 0 && tableWords(tables),
    forWhom !== '' && 'попросили вслух',
    amount > 0 && rubles(amount),
    cashWords({ inCash, cash }) ?? false,
  ].filter((one) => one !== false)
  const ofListener = said && (said.name === '' ? said.words : `${said.name}: ${said.words}`)
  const asked = hostsWords(view) ?? ofListener
  const singers = view?.singers && singersWords(view.singers)
  const words = [singers, asked].filter((one) => one !== undefined).join('. ')
  return words === '' ? null : { words, about: about.join(' · ') }
}

/** «Аня: маме в юбилей!»: the newest words, or name, behind some songs. */
export function newestWords(views: readonly (OwnView | undefined)[]): string {
  for (const view of views.toReversed()) {
    const ask = view?.asks?.find(({ held, name, words }) => !held && name + words !== '')
    if (ask !== undefined) return [ask.name, ask.words].filter((one) => one !== '').join(': ')
  }
  return ''
}
