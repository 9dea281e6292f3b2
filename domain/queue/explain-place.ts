import { countedSongs } from '../russian.ts'
import { isOf, placed } from './arrangement.ts'
import type { Arrangeable, Behind, Placed, TurnRules } from './arrangement.ts'
import type { Queue } from './queue.ts'

const FEW = [
  '',
  'одну',
  'две',
  'три',
  'четыре',
  'пять',
  'шесть',
  'семь',
  'восемь',
  'девять',
  'десять',
]
const ORDINALS = [
  '',
  'первую',
  'вторую',
  'третью',
  'четвёртую',
  'пятую',
  'шестую',
  'седьмую',
  'восьмую',
  'девятую',
  'десятую',
]
const EACH = ['', 'одной', 'две', 'три', 'четыре', 'пять', 'шесть', 'семь', 'восемь', 'девять']

/** The reasons why a song is before another, in the order in which the sentence names them. */
const REASONS = {
  passed: (songs: string) => `${songs} вы пропустили вперёд`,
  own: (songs: string) => `${songs} артист выбрал сам`,
  more: (songs: string) => `за ${songs} заплатили больше`,
  circle: (songs: string) => `${songs} пустили вперёд по кругу`,
  soon: (songs: string) => `${songs} артист уже готовит`,
  earlier: (songs: string) => `${songs} заказали раньше`,
} as const

type Reason = keyof typeof REASONS

/** Explains to this device why a waiting entry has its place, in one sentence without a full stop; null where it does not wait. */
export function explainPlace<E extends Arrangeable>(
  queue: Queue<E>,
  rules: TurnRules,
  entryId: string,
  device = '',
): string | null {
  const places = placed(queue, rules)
  const at = places.findIndex(({ entry }) => entry.id === entryId)
  const own = places[at]
  if (own === undefined) return null
  if (at === 0) return own.locked ? 'Ваша песня следующая' : 'Пока ваша песня следующая'
  const passed = places.slice(0, at).some(({ entry }) => isPassed(entry, own, device))
  const also = passed ? `, ${at === 1 ? 'её' : 'одну'} вы пропустили вперёд` : ''
  if (own.locked) return `Перед вами ${at === 1 ? 'одна' : (FEW[at] ?? at)}${also}`
  if (own.round > 1) {
    const ordinal = ORDINALS[own.round]
    const each = `сначала по ${EACH[own.round - 1] ?? own.round - 1} у`
    if (rules.byTable && sitsBehind(own.entry.behind, device))
      return `Песня вашего стола — ${ordinal?.replace(/ую$/u, 'ая').replace(/ью$/u, 'ья') ?? `${own.round}-я`}: ${each} каждого стола${also}`
    return `Вы закажете ${ordinal ?? `${own.round}-ю`}: ${each} всех${also}`
  }
  const reasons = places.slice(0, at).map((before) => reasonOf(before, own, rules, device))
  const before = countedSongs(at)
  if (reasons.every((reason) => reason === 'earlier'))
    return `Перед вами ${before}, ${at === 1 ? 'её' : 'их'} заказали раньше`
  const parts = (Object.keys(REASONS) as Reason[]).flatMap((reason) => {
    const songs = reasons.filter((one) => one === reason).length
    return songs === 0 ? [] : [REASONS[reason](FEW[songs] ?? String(songs))]
  })
  return `Перед вами ${before}: ${parts.join(', ')}`
}

/** Whether this listener let the song pass. */
function isPassed({ id }: Arrangeable, { entry }: Placed<Arrangeable>, device: string): boolean {
  const { letPass } = entry.behind
  return letPass?.entryId === id && letPass.by === device
}

function sitsBehind({ people, seats = people }: Behind, device: string): boolean {
  return people.some((one, at) => isOf(one, device) && seats[at] !== one)
}

function reasonOf(
  before: Placed<Arrangeable>,
  own: Placed<Arrangeable>,
  { turn }: TurnRules,
  device: string,
): Reason {
  const { status, behind } = before.entry
  if (isPassed(before.entry, own, device)) return 'passed'
  if (status === 'QUEUED' || behind.people.length === 0) return 'own'
  if (turn === 'contribution' && behind.amount > own.entry.behind.amount) return 'more'
  if (behind.arrivedAt <= own.entry.behind.arrivedAt) return 'earlier'
  if (before.locked) return 'soon'
  return turn === 'circle' ? 'circle' : 'own'
}
