import { rubles } from '#web/lib/signed-rubles.ts'
import type { OwnView } from './use-own-queue.ts'

/** «500 ₽ · Предложили из зала»: what the artist alone reads under a song; null where there is nothing. */
export function ownWords(view: OwnView | undefined): string | null {
  if (view === undefined) return null
  const words = [view.amount > 0 && rubles(view.amount), view.suggested && 'Предложили из зала']
  const told = words.filter((word) => word !== false)
  return told.length === 0 ? null : told.join(' · ')
}
