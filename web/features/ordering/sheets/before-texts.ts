import type { PlaceAhead } from '#contract/songs.ts'
import { placeInWords } from '#domain/queue/place-words.ts'
import { clockTime } from '#domain/russian.ts'
import { byTurn, countLimited } from '../mine/merge-orders.ts'
import type { MergedOrder } from '../mine/merge-orders.ts'
import { waitAheadText } from '../wait-text.ts'

/** «концерт до 23:00, может не успеть»; null where the end is not known. */
export function endText({ endsAt, mayMiss }: PlaceAhead, zone: string): string | null {
  if (endsAt === undefined) return null
  const end = `концерт до ${clockTime(new Date(endsAt), zone)}`
  return mayMiss ? `${end}, может не успеть` : end
}

const OF = ['', 'одной', 'двух', 'трёх', 'четырёх', 'пяти']

/** «Это первая песня из двух, потом можно ещё одну», in the sheet of an order; null where nothing limits it. */
export function limitInSheetText(left: PlaceAhead['left']): string | null {
  if (left === undefined || left.ordered >= left.most || left.most < 2) return null
  const own = left.ordered + 1
  const after = left.most - own
  const which = `Это ${placeInWords(own, 'is')} песня из ${OF[left.most] ?? left.most}`
  if (after === 0) {
    const next = placeInWords(left.most + 1, 'what')
    return `${which}. ${next[0]?.toUpperCase()}${next.slice(1)} можно, когда сыграют первую`
  }
  return `${which}, потом можно ещё ${after === 1 ? 'одну' : after}`
}

/** «Третью можно, когда сыграют «Zombie», примерно через 10 минут», where the limit is reached; null where no own song is on its way. */
export function limitNowText(
  most: number,
  orders: readonly MergedOrder[],
  paid: boolean,
): string | null {
  const first = orders
    .toSorted(byTurn)
    .find((one) => one.place !== null || (one.state === 'NOW' && countLimited([one], paid) > 0))
  if (first === undefined) return null
  const next = placeInWords(most + 1, 'what')
  const may = `${next[0]?.toUpperCase()}${next.slice(1)} можно, когда`
  if (first.state === 'NOW') return `${may} доиграет «${first.title}»`
  const wait = waitAheadText(first.waitMinutes)
  return `${may} сыграют «${first.title}»${wait === null ? '' : `, ${wait}`}`
}
