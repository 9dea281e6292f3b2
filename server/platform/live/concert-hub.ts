import type { LiveError, LiveSessionEvent } from '#contract/live.ts'
import { isBattleShown } from '#domain/queue/battle.ts'
import { isRecentThanks } from '#domain/queue/thanks.ts'
import { sharedFrame } from '#packages/live-broadcast/frame.ts'
import type { Frame } from '#packages/live-broadcast/frame.ts'
import { makeHub } from '#packages/live-broadcast/hub.ts'
import type { Hub, HubDeps } from '#packages/live-broadcast/hub.ts'

/** The close code of a channel whose concert does not exist; a client does not reconnect after it. */
export const NO_SESSION_CLOSE = 4404

const noSession: LiveError = {
  type: 'error',
  code: 'NO_SESSION',
  message: 'Такого концерта нет. Возможно, музыкант его удалил.',
}

export const NO_SESSION_FRAME: Frame = sharedFrame('error', JSON.stringify(noSession), 1)

type ConcertHubDeps = Omit<HubDeps, 'topic' | 'closing' | 'readState' | 'readStatus'> & {
  /** The clock by which thanks expire; this process's own unless given. */
  clock?: () => Date
  /** The JSON text of the whole array of QueueEntry. */
  readQueue: (concertId: string) => Promise<string>
  /** Null where the concert does not exist (any more). */
  readSession: (
    concertId: string,
  ) => Promise<(Omit<LiveSessionEvent, 'type' | 'listeners'> & { pass?: string }) | null>
}

/** The hub whose channels are concerts: their state is the queue, their status the session event. */
export function makeConcertHub({
  readQueue,
  readSession,
  clock = () => new Date(),
  ...deps
}: ConcertHubDeps): Hub {
  return makeHub({
    ...deps,
    topic: 'concert',
    closing: { frame: NO_SESSION_FRAME, code: NO_SESSION_CLOSE, reason: 'no such concert' },
    readState: readQueue,
    async readStatus(concertId) {
      const session = await readSession(concertId)
      if (session === null) return null
      // Listed one by one, because the channel is public and must not carry whatever a wider read returns.
      const { sessionStatus, active, rules, longerMinutes, dateTimeEnd, breakUntil } = session
      const { thanks, answers, given, corrections, goal, board, signals, battle } = session
      const events = { answers, given, corrections, goal, board, signals }
      const rulesNow = { rules, longerMinutes, dateTimeEnd, breakUntil, ...events }
      const write = (listeners: number) => {
        // Serialized again for each number of watchers, and long after the read.
        const recentThanks = (thanks ?? []).filter((one) => isRecentThanks(one, clock().getTime()))
        const isOn = battle !== undefined && isBattleShown(battle.ended, clock().getTime())
        const now = {
          ...rulesNow,
          ...(recentThanks.length > 0 && { thanks: recentThanks }),
          ...(isOn && { battle }),
        }
        return JSON.stringify({ type: 'session', sessionStatus, active, listeners, ...now })
      }
      return Object.assign(write, { lock: session.pass ?? null })
    },
  })
}
