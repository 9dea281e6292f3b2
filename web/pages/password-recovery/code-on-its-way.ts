import { keep, recall } from '#web/lib/device-memory.ts'

const NAME = 'recovery-code-asked'

/**
 * A phone drops the tab while its owner reads the letter: where a code was asked for in this tab, and
 * it can still be alive, the page opens at the field for it. Null forgets it.
 */
export function keepOnItsWay(usernameOrEmail: string | null): void {
  const kept = usernameOrEmail === null ? null : JSON.stringify([usernameOrEmail, Date.now()])
  keep(NAME, kept, 'sessionStorage')
}

/** For whom a code was asked for within the last `lifeMs`; null where none was. */
export function onItsWay(lifeMs: number): string | null {
  const text = recall(NAME, 'sessionStorage')
  if (text === null) return null
  try {
    const [usernameOrEmail, askedAt] = JSON.parse(text) as [unknown, unknown]
    if (typeof usernameOrEmail !== 'string' || typeof askedAt !== 'number') return null
    const age = Date.now() - askedAt
    return age >= 0 && age < lifeMs ? usernameOrEmail : null
  } catch {
    return null
  }
}
