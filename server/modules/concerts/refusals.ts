import { Refusal } from '#domain/refusal.ts'
import { brokeUnique } from '../../platform/db/tx.ts'

/** True when the database refused a second running concert of one artist. */
export function isSecondNow(error: unknown): boolean {
  return brokeUnique(error, 'one_concert_now')
}

export function anotherIsOn(): Refusal {
  return new Refusal(
    'ANOTHER_CONCERT_IS_ON',
    'У вас уже идёт другой концерт. Завершите его, чтобы начать этот.',
  )
}
