import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { api } from '#contract/index.ts'
import type { LiveBattle } from '#contract/battles.ts'
import type { Goal } from '#contract/goals.ts'
import type { QueueEntry, Session } from '#contract/shapes.ts'
import { CONCERT_TRANSITIONS } from '#domain/concerts/concert.ts'
import { ORDERED_BY_RULES_TEXT, rulesFrom } from '#domain/queue/evening-rules.ts'
import { SECOND_MS } from '#domain/time.ts'
import { CallFailed } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { storeCopy } from '#web/lib/device/device-copy.ts'
import type { CopyName } from '#web/lib/device/device-memory.ts'
import type { LiveConcert } from '#web/lib/live/live-concert.ts'
import { useLiveConcert } from '#web/lib/live/live-concert.ts'
import { useLatest, usePoll, usePresses } from '#web/lib/value-hooks.ts'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import { receptionOf } from './commands/command-calls.ts'
import type { PadCommand, ServerState } from './commands/command.ts'
import { stateAfter } from './commands/effect.ts'
import type { PadConcerts } from './load.ts'
import { loadPadConcerts } from './load.ts'
import { pressCount } from './commands/send-commands.ts'
import { useCommandOutbox } from './commands/use-command-outbox.ts'
import type { PadCommands } from './commands/use-pad-commands.ts'
import { usePadCommands } from './commands/use-pad-commands.ts'

const POLL_MS = 15 * SECOND_MS

type SessionState = Pick<Session, 'sessionStatus' | 'active' | 'dateTimeEnd' | 'rules'> & {
  readonly breakUntil: string | null
}

export type PadState = PadCommands & {
  artistUsername: string
  /** The running concert, paused or not; null where there is none. */
  session: Session | null
  /** The next concert; undefined while it is loading, 'unknown' where the server did not respond. */
  next: Session | null | undefined | 'unknown'
  /** The concert that has just ended here. */
  ended: Session | null
  /** Includes the effect of the artist's commands without a response. */
  queue: readonly QueueEntry[]
  connection: LiveConcert['connection']
  receivedAt: number | null
  /** How many phones watch; null before the channel's first message. */
  watchers: number | null
  /** The number of thanks and tips of the concert. */
  given: number
  /** What is collected for; null where nothing is. */
  goal: Goal | null
  /** Another number with each signal of the band. */
  signals: number
  /** The songs that the hall votes for, or voted for last. */
  battle: LiveBattle | undefined
  /** The commands without a response. */
  commands: readonly PadCommand[]
  /** The last of them, while its undo window is open. */
  undoable: PadCommand | null
  /** How many of them wait to be sent; one whose undo window is open does not. */
  unsent: number
  /** How many of the artist's own songs the server has confirmed since the pad was opened. */
  added: number
  /** They wait for the network, or for a slow server. */
  late: boolean
  /** The network does not answer. */
  lost: boolean
  /** For start and end: the call is pending; for next and song: another press now would be accidental. */
  isPending(name: 'start' | 'end' | 'next' | 'song'): boolean
  /** Starts the next concert. */
  start(sessionId: string): Promise<boolean>
  /** `playedId`: the playing entry, where it counts as played and its money is not returned. */
  end(playedId?: string): Promise<boolean>
  /** Returns whether the command was never sent. */
  cancelUnsent(command: PadCommand): boolean
  /** Loads the current and the next concert again. */
  reloadConcerts(): void
}

type PadOptions = {
  /** Loads the current and the next concert again; the artist's own by default. */
  load?: () => Promise<PadConcerts>
  /** The owner of the commands on this device; the artist by default. */
  outboxOwner?: string
  /** When the device saved the page's data (ms since 1970); null where the server has just sent it. */
  savedAt: number | null
  /** The name of the copy on this device, for a start without a network. */
  copyName: CopyName
}

/** The concert of an artist: the page's data, kept up to date by the live channel and by the commands given here. */
export function usePadState(
  artistUsername: string,
  loaded: PadConcerts,
  options: PadOptions,
): PadState {
  const {
    load = () => loadPadConcerts(artistUsername),
    outboxOwner = artistUsername,
    savedAt,
    copyName,
  } = options
  const { concerts, show, reloadConcerts, lookAgain } = useConcerts(loaded, load)
  const { current, next, queue: firstQueue } = typeof concerts === 'string' ? NOTHING : concerts
  const watched = current ?? next
  const unpublished = watched?.publishAt !== undefined
  // No channel tells when another device, or the clock, publishes or starts it.
  usePoll(unpublished, POLL_MS, lookAgain)
  const live = useLiveConcert(
    watched && {
      artistUsername,
      sessionId: watched.id,
      queue: firstQueue,
      stayConnected: 'pad',
      unpublished,
    },
  )
  const liveSessionState = useMemo(
    () => sessionStateFrom(live.session, watched),
    [live.session, watched],
  )
  const sessionState = useLatest(liveSessionState)
  const queue = useLatest(live.queue)
  const { press, isPending } = usePresses()
  const toast = useToast()
  const [ran, setRan] = useState<{ session: Session; over: boolean } | null>(null)

  const status = sessionState.value?.sessionStatus
  const runs = current !== null && status === 'NOW'
  if (runs && ran?.session.id !== current.id) setRan({ session: current, over: false })
  // Until the concerts are loaded again, and where they are refused, nothing else tells that it is over.
  if (status === 'PLAYED' && ran?.session.id === current?.id && ran?.over === false)
    setRan({ ...ran, over: true })
  // The clock, or another device, may start and end a concert too, or close it with a word: then the response has its
  // pass.
  const turned = (current !== null) !== (status === 'NOW')
  const behind = watched !== null && (turned || live.missing)
  const follow = useEffectEvent(reloadConcerts)
  useEffect(() => {
    if (behind) follow()
  }, [behind])

  const saveCopy = useEffectEvent((entries: readonly QueueEntry[], known: SessionState | null) => {
    if (typeof concerts === 'string') return
    const session = runs && known !== null ? sessionAfter(current, known) : null
    storeCopy(copyName, { current: session, queue: entries, next } satisfies PadConcerts)
  })
  const isLive = live.connection === 'live'
  useEffect(() => {
    if (isLive) saveCopy(queue.value, sessionState.value)
  }, [isLive, queue.value, sessionState.value])

  const server = stateFrom(sessionState.value, queue.value)
  const outbox = useCommandOutbox({
    artistUsername,
    owner: outboxOwner,
    sessionId: runs
      ? current.id
      : typeof concerts === 'string' || current !== null
        ? undefined
        : null,
    live: isLive,
    reloadConcerts,
    listen:
      () =>
      (change, rebase = (newer) => newer) => {
        const queueBy = (by: typeof change) => (value: readonly QueueEntry[]) =>
          by({ ...server, queue: value }).queue
        const sessionStateBy = (by: typeof change) => (value: SessionState | null) =>
          value && sessionStateAfter(value, by(stateFrom(value, [])))
        queue.answer(live.queue, queueBy(change), queueBy(rebase))
        sessionState.answer(liveSessionState, sessionStateBy(change), sessionStateBy(rebase))
      },
  })
  const adding = outbox.commands.filter(({ action }) => action.kind === 'add').length
  const [adds, setAdds] = useState({ adding: 0, added: 0 })
  if (adds.adding !== adding)
    setAdds({ adding, added: adds.added + Math.max(0, adds.adding - adding) })
  const shown = stateAfter(server, outbox.commands)
  const { commands, isCoolingDown } = usePadCommands({
    shown,
    add: outbox.add,
    onPlacedByRules:
      rulesFrom(sessionState.value?.rules ?? {}).turn === 'arrival'
        ? undefined
        : () => toast(ORDERED_BY_RULES_TEXT),
  })

  return {
    artistUsername,
    session:
      runs && sessionState.value !== null
        ? sessionAfter(current, sessionStateAfter(sessionState.value, shown))
        : null,
    next: concerts === 'asking' ? undefined : concerts === 'unknown' ? 'unknown' : next,
    ended:
      ran !== null && (ran.over || (typeof concerts !== 'string' && current === null))
        ? ran.session
        : null,
    queue: shown.queue,
    connection: live.connection,
    receivedAt: live.receivedAt ?? savedAt,
    given: live.session?.given ?? 0,
    goal: live.session?.goal ?? null,
    signals: live.session?.signals ?? 0,
    battle: live.session?.battle,
    watchers: live.session?.listeners ?? null,
    commands: outbox.commands,
    undoable: outbox.undoable,
    unsent: outbox.unsent,
    added: adds.added,
    late: outbox.late,
    lost: outbox.lost,
    isPending: (name) =>
      name === 'next' || name === 'song' ? isCoolingDown(name) : isPending(name),
    ...commands,
    reloadConcerts,
    start: (sessionId) =>
      press(
        'start',
        async () => {
          const started = await setStatus(sessionId, 'NOW').catch(
            needsNetwork('Нет связи: начать концерт можно, когда она вернётся.'),
          )
          show({ current: started, queue: queue.value, next: null })
        },
        // It may have begun with its answer lost, or on another device.
        lookAgain,
      ),
    end: (playedId) =>
      press('end', async () => {
        if (!runs) return
        // Otherwise the server would count a song that was played meanwhile as skipped, and refund its money.
        const left = await outbox.flush()
        if (left > 0) throw offline(unsentText(left))
        await setStatus(current.id, 'PLAYED', playedId).catch(
          needsNetwork('Нет связи: завершить концерт можно, когда она вернётся.'),
        )
        reloadConcerts()
      }),
    cancelUnsent: outbox.cancelUnsent,
  }
}

/** The channel's data on the concert, or the page's where that is ahead: a status only goes on. */
function sessionStateFrom(
  channelState: LiveConcert['session'],
  watched: Session | null,
): SessionState | null {
  if (watched === null) return null
  const isBehind =
    channelState === null ||
    CONCERT_TRANSITIONS[channelState.sessionStatus].includes(watched.sessionStatus)
  const known = isBehind ? watched : channelState
  const { sessionStatus, active, rules = {}, breakUntil = null } = known
  return {
    sessionStatus,
    active,
    rules,
    breakUntil,
    dateTimeEnd: known.dateTimeEnd ?? watched.dateTimeEnd,
  }
}

function sessionAfter(session: Session, { breakUntil, ...sessionState }: SessionState): Session {
  const { breakUntil: _, ...rest } = session
  return { ...rest, ...sessionState, ...(breakUntil !== null && { breakUntil }) }
}

function stateFrom(sessionState: SessionState | null, queue: readonly QueueEntry[]): ServerState {
  return {
    queue,
    active: sessionState?.active ?? false,
    ...receptionOf(sessionState?.rules),
    endsAt: sessionState?.dateTimeEnd ?? '',
    breakUntil: sessionState?.breakUntil ?? null,
  }
}

function sessionStateAfter(sessionState: SessionState, after: ServerState): SessionState {
  const { active, closed, byClock, endsAt, breakUntil } = after
  const before = receptionOf(sessionState.rules)
  const lastCall = closed ? ('closed' as const) : ('open' as const)
  const changed = {
    ...(before.closed !== closed && { lastCall }),
    ...(before.byClock !== byClock && { byClock }),
  }
  const rules =
    Object.keys(changed).length === 0 ? sessionState.rules : { ...sessionState.rules, ...changed }
  return {
    ...sessionState,
    active,
    breakUntil,
    dateTimeEnd: endsAt,
    ...(rules !== undefined && { rules }),
  }
}

const NOTHING: PadConcerts = { current: null, queue: [], next: null }

/** The concerts that the page was rendered with, until the artist or the clock changes them. */
function useConcerts(loaded: PadConcerts, load: () => Promise<PadConcerts>) {
  type Known = PadConcerts | 'asking' | 'unknown'
  const [later, setLater] = useState<{ of: PadConcerts; concerts: Known } | null>(null)
  const show = (concerts: Known) => setLater({ of: loaded, concerts })

  return {
    concerts: later?.of === loaded ? later.concerts : loaded,
    show,
    reloadConcerts: () => {
      show('asking')
      load().then(show, () => show('unknown'))
    },
    /** Loads them quietly: what is shown stays where the server does not respond, or was changed meanwhile. */
    lookAgain: () => {
      load().then(
        (found) => setLater((now) => (now === later ? { of: loaded, concerts: found } : now)),
        () => undefined,
      )
    },
  }
}

function setStatus(sessionId: string, sessionStatus: 'NOW' | 'PLAYED', playedId?: string) {
  const played = playedId === undefined ? {} : { playedId }
  const body = { sessionId, sessionStatus, ...played }
  return call(api.artist.updateSessionStatus, { body })
}

function unsentText(count: number): string {
  return `Сначала отправим ${pressCount(count)}: завершить концерт можно, когда вернётся связь.`
}

function offline(message: string): CallFailed {
  return new CallFailed({ status: 0, code: 'NETWORK', message })
}

/** The two actions that are not queued fail with a text of their own. */
function needsNetwork(words: string): (failure: unknown) => never {
  return (failure) => {
    throw failure instanceof CallFailed && failure.code === 'NETWORK' ? offline(words) : failure
  }
}
