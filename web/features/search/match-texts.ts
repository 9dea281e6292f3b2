import { counted, plural } from '#domain/russian.ts'

/** How a concert matches a listener's wishes. */
export type Match = {
  /** How many of the wished songs its artist plays. */
  songs: number
  /** Null: the distance was not requested. */
  distanceKm: number | null
}

const KILOMETRES = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 })

/** «Играет 3 из ваших 4 песен. 2 км от вас»; null where nothing matches. `wished`: the number of wished songs. */
export function matchText({ songs, distanceKm }: Match, wished: number): string | null {
  const parts: string[] = []
  if (songs > 0) parts.push(songText(songs, wished))
  if (distanceKm !== null) parts.push(distanceText(distanceKm))
  return parts.length === 0 ? null : parts.join('. ')
}

function songText(songs: number, wished: number): string {
  if (wished <= 1) return 'Играет вашу песню'
  if (songs >= wished && wished === 2) return 'Играет обе ваши песни'
  if (songs >= wished) return `Играет все ваши ${counted(wished, 'песню', 'песни', 'песен')}`
  return `Играет ${songs} из ваших ${wished} ${plural(wished, 'песни', 'песен', 'песен')}`
}

function distanceText(km: number): string {
  if (km < 0.1) return 'Совсем рядом'
  return `${KILOMETRES.format(km < 10 ? km : Math.round(km))} км от вас`
}
