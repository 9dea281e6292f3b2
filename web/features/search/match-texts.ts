import { counted, plural } from '#domain/russian.ts'

/** How a concert matches a listener's wishes. */
export type Match = {
  /** How many of the wished songs its artist plays. */
  songs: number
  /** The titles of those that are known. */
  titles: readonly string[]
  /** Null: the distance was not requested. */
  distanceKm: number | null
}

const KILOMETRES = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 })
/** More titles would be a list of their own. */
const NAMED = 2

/** «Играет «Группа крови». 2 км от вас»; null where nothing matches. `wished`: the number of wished songs. */
export function matchText({ songs, titles, distanceKm }: Match, wished: number): string | null {
  const parts: string[] = []
  if (songs > 0) parts.push(songText(songs, titles, wished))
  if (distanceKm !== null) parts.push(distanceText(distanceKm))
  return parts.length === 0 ? null : parts.join('. ')
}

function songText(songs: number, titles: readonly string[], wished: number): string {
  if (wished > NAMED && songs >= wished) return `Играет все ваши песни: ${wished}`
  const named = titles.slice(0, NAMED).map((title) => `«${title}»`)
  const others = songs - named.length
  if (named.length > 0)
    return others > 0
      ? `Играет ${named.join(', ')} и ещё ${counted(others, 'вашу песню', 'ваши песни', 'ваших песен')}`
      : `Играет ${named.join(' и ')}`
  if (wished <= 1) return 'Играет вашу песню'
  if (songs >= wished) return 'Играет обе ваши песни'
  return `Играет ${songs} из ваших ${wished} ${plural(wished, 'песни', 'песен', 'песен')}`
}

function distanceText(km: number): string {
  if (km < 0.1) return 'Совсем рядом'
  return `${KILOMETRES.format(km < 10 ? km : Math.round(km))} км от вас`
}
