import { DAY_MS } from '../time.ts'
import { counted } from '../russian.ts'
import { Refusal } from '../refusal.ts'
import { checkUsername } from './account.ts'

/** How long a nickname that was given up stays unavailable to everybody else. */
export const USERNAME_KEPT_MS = 365 * DAY_MS
const CHANGES_MOST = 3
const CHANGES_DAYS = 30

/** Returns the refusal of a nickname that another artist gave up recently. */
export function keptUsername(): Refusal {
  const text = 'Этот никнейм недавно оставил другой музыкант: год его ссылки ведут к нему.'
  return new Refusal('VALIDATION', text, 'username')
}

/** Returns the new nickname as typed; `changes`: when it was changed before. Refuses VALIDATION at `username`. */
export function checkNewUsername(
  text: string,
  { username, changes }: { readonly username: string; readonly changes: readonly Date[] },
  now: Date,
): string {
  const wanted = checkUsername(text)
  if (wanted === username)
    throw new Refusal('VALIDATION', 'Это нынешний никнейм. Придумайте другой.', 'username')
  const since = now.getTime() - CHANGES_DAYS * DAY_MS
  const recent = changes.map((at) => at.getTime()).filter((at) => at > since)
  if (recent.length < CHANGES_MOST) return wanted
  const days = Math.ceil((Math.min(...recent) - since) / DAY_MS)
  const wait = counted(days, 'день', 'дня', 'дней')
  throw new Refusal(
    'VALIDATION',
    `Никнейм меняют не чаще трёх раз за ${CHANGES_DAYS} дней. Попробуйте через ${wait}.`,
    'username',
  )
}
