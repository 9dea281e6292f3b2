import { checkLine } from './fields.ts'
import { Refusal } from './refusal.ts'

/**
 * What a machine may do with a key: read what a pad shows; lead the queue; open and close the orders; also read the
 * sums and words of tips.
 */
export const KEY_RIGHTS = ['watch', 'play', 'orders', 'tips'] as const
export type KeyRight = (typeof KEY_RIGHTS)[number]

/** As an artist and a developer read them. */
export const KEY_RIGHT_NAMES: Readonly<Record<KeyRight, string>> = {
  watch: 'Смотреть',
  play: 'Вести очередь',
  orders: 'Открывать и закрывать приём заказов',
  tips: 'Видеть суммы и слова благодарностей',
}

/** Every key begins so, which tells it from other tokens. */
export const KEY_PREFIX = 'bis-'

const KEYS_MOST = 20
const NAME_MAX = 40
const NAME = {
  field: 'name',
  max: NAME_MAX,
  blank: 'Назовите устройство, чтобы узнать его потом',
  tooLong: `Не длиннее ${NAME_MAX} символов`,
} as const

/** Refuses ILLEGAL_STEP where the artist already has that many. */
export function admitMachineKey(before: number): void {
  if (before >= KEYS_MOST)
    throw new Refusal('ILLEGAL_STEP', `У вас уже ${KEYS_MOST} ключей: отключите лишние`)
}

/** Refuses VALIDATION at `name`. */
export const checkKeyName = (name: string): string => checkLine(name, NAME)

/** In their order, once each; what tips brought is read where the evening is, so it needs `watch`. Refuses VALIDATION at `rights`. */
export function checkKeyRights(chosen: readonly KeyRight[]): KeyRight[] {
  if (chosen.length === 0)
    throw new Refusal('VALIDATION', 'Отметьте, что устройству можно', 'rights')
  const all = new Set<KeyRight>(chosen.includes('tips') ? [...chosen, 'watch'] : chosen)
  return KEY_RIGHTS.filter((right) => all.has(right))
}

/** Refuses SESSION_NOT_OPEN: a key works in whatever concert of its artist runs. */
export function noConcertOfKey(): Refusal {
  return new Refusal(
    'SESSION_NOT_OPEN',
    'Сейчас у вас не идёт ни один концерт. Ключ заработает, как только начнётся любой.',
  )
}
