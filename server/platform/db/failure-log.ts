import type { LogEvent } from 'kysely'

/** Where Kysely tells of its statements, and who hears of those that failed. */
export function failureLog() {
  const hearing: ((error: unknown) => void)[] = []
  return {
    log(event: LogEvent): void {
      if (event.level === 'error') for (const hear of hearing) hear(event.error)
    },
    onFailure(hear: (error: unknown) => void): void {
      hearing.push(hear)
    },
  }
}
