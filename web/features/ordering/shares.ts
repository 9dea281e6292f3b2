import type { QueueEntry } from '#contract/shapes.ts'
import { counted } from '#domain/russian.ts'
import { rubles } from '#web/lib/format.ts'

/** «6 человек, 1 800 ₽», of a collection «Собираем 1 000 ₽: 3 человека, 600 ₽»; null where one person alone stands behind it. */
export function supportWords({ backers, collected, goal }: QueueEntry): string | null {
  if (backers < 2 && collected === undefined) return null
  // A number stays with its noun.
  const people = [counted(backers, 'человек', 'человека', 'человек').replace(' ', '\u00A0')]
  if (collected !== undefined) people.push(rubles(collected))
  const all = people.join(', ')
  return goal === undefined ? all : `Собираем ${rubles(goal)}: ${all}`
}

/** In the address: a collection that is to be begun. */
export const NEW_SHARE = 'new'
