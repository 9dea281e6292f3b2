import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { api } from '#contract/index.ts'
import type { QueueEntry, Session } from '#contract/shapes.ts'
import { ORDERS_LIE_BY_RULES, rulesFrom } from '#domain/queue/evening-rules.ts'
import { CallFailed } from '#web/lib/call-failed.ts'
import { call } from '#web/lib/call.ts'
import { keepCopy } from '#web/lib/device-copy.ts'
import type { CopyName } from '#web/lib/device-memory.ts'
import type { LiveConcert } from '#web/lib/live-concert.ts'
import { useLiveConcert } from '#web/lib/live-concert.ts'
import { useLatest, usePresses } from '#web/lib/value-hooks.ts'
import { useToast } from '#web/ui/toast-context.ts'
import { receptionOf } from './command-calls.ts'
import type { PadCommand, ServerState } from './command.ts'
import { stateAfter } from './effect.ts'
import type { PadConcerts } from './load.ts'
import { loadPadConcerts } from './load.ts'
import { pressCount } from './send-commands.ts'
import { useCommandOutbox } from './use-command-outbox.ts'
import type { PadCommands } from './use-pad-commands.ts'
import { usePadCommands } from './use-pad-commands.ts'

type Life = Pick<Session, 'sessionStatus' | 'active' | 'dateTimeEnd' | 'rules'> & {
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
  /** How many phones watch besides this one; null before the channel's first message. */
  watchers: number | null
  /** The commands without a response. */
  commands: readonly PadCommand[]
  /** How many of them wait to be sent; one whose undo window is open does not. */
  unsent: number
  /** How many of the artist's own songs the server has confirmed since the pad was opened. */
  added: number
  /** They wait for the network. */
  late: boolean
  /** For start and end: the call is pending; for next and song: another press now would be accidental. */
  isPending(name: 'start' | 'end' | 'next' | 'song'): boolean
  /** Starts the next concert. */
  start(sessionId: string): Promise<boolean>
  /** `played`: the playing song is first ended as played, so that its money is not returned. */
  end(played: boolean): Promise<boolean>
  /** Returns whether the command was never sent. */
  takeBack(command: PadCommand): boolean
  /** Loads the current and the next concert again. */
  lookAgain(): void
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
  const { concerts, show, lookAgain } = useConcerts(loaded, load)
  const { current, next, queue: firstQueue } = typeof concerts === 'string' ? NOTHING : concerts
  const watched = current ?? next
  const live = useLiveConcert(
    watched && { artistUsername, sessionId: watched.id, queue: firstQueue, wakeful: 'pad' },
  )
  const liveLife = useMemo(() => lifeFrom(live.session, watched), [live.session, watched])
  const life = useLatest(liveLife)
  const queue = useLatest(live.queue)
  const { press, isPending } = usePresses()
  const toast = useToast()
  const [ran, setRan] = useState<Session | null>(null)

  const runs = current !== null && life.value?.sessionStatus === 'NOW'
  if (runs && ran?.id !== current.id) setRan(current)
  // The clock, or another device, may start and end a concert too, or close it with a word: then the response has its
  // pass.
  const turned = (current !== null) !== (life.value?.sessionStatus === 'NOW')
  const behind = watched !== null && (turned || live.missing)
  const follow = useEffectEvent(lookAgain)
  useEffect(() => {
    if (behind) follow()
  }, [behind])

  const keep = useEffectEvent((entries: readonly QueueEntry[], known: Life | null) => {
    if (typeof concerts === 'string') return
    const session = runs && known !== null ? sessionAfter(current, known) : null
    keepCopy(copyName, { current: session, queue: entries, next } satisfies PadConcerts)
  })
  const isLive = live.connection === 'live'
  useEffect(() => {
    if (isLive) keep(queue.value, life.value)
  }, [isLive, queue.value, life.value])

  const server = stateFrom(life.value, queue.value)
  const outbox = useCommandOutbox({
    artistUsername,
    owner: outboxOwner,
    sessionId: runs
      ? current.id
      : typeof concerts === 'string' || current !== null
        ? undefined
        : null,
    live: isLive,
    lookAgain,
    listen:
      () =>
      (change, rebase = (newer) => newer) => {
        const queueBy = (by: typeof change) => (value: readonly QueueEntry[]) =>
          by({ ...server, queue: value }).queue
        const lifeBy = (by: typeof change) => (value: Life | null) =>
          value && lifeAfter(value, by(stateFrom(value, [])))
        queue.answer(live.queue, queueBy(change), queueBy(rebase))
        life.answer(liveLife, lifeBy(change), lifeBy(rebase))
      },
  })
  const adding = outbox.commands.filter(({ action }) => action.kind === 'add').length
  const [adds, setAdds] = useState({ adding: 0, added: 0 })
  if (adds.adding !== adding)
    setAdds({ adding, added: adds.added + Math.max(0, adds.adding - adding) })
  const shown = stateAfter(server, outbox.commands)
  const { commands, isResting, playOut } = usePadCommands({
    shown,
    add: outbox.add,
    onLaid:
      rulesFrom(life.value?.rules ?? {}).turn === 'arrival'
        ? undefined
        : () => toast(ORDERS_LIE_BY_RULES),
  })

  return {
    artistUsername,
    session:
      runs && life.value !== null ? sessionAfter(current, lifeAfter(life.value, shown)) : null,
    next: concerts === 'asking' ? undefined : concerts === 'unknown' ? 'unknown' : next,
    ended: typeof concerts !== 'string' && current === null ? ran : null,
    queue: shown.queue,
    connection: live.connection,
    receivedAt: live.receivedAt ?? savedAt,
    watchers: live.session === null ? null : Math.max(0, live.session.listeners - 1),
    commands: outbox.commands,
    unsent: outbox.unsent,
    added: adds.added,
    late: outbox.late,
    isPending: (name) => (name === 'next' || name === 'song' ? isResting(name) : isPending(name)),
    ...commands,
    lookAgain,
    start: (sessionId) =>
      press('start', async () => {
        const started = await setStatus(sessionId, 'NOW').catch(
          needsNetwork('Нет связи: начать концерт можно, когда она вернётся.'),
        )
        life.answer(liveLife, () => lifeFrom(null, started))
        show({ current: started, queue: queue.value, next: null })
      }),
    end: (played) =>
      press('end', async () => {
        if (!runs) return
        if (played) playOut()
        // Otherwise the server would count a song that was played meanwhile as skipped, and refund its money.
        if (!(await outbox.flush())) throw offline(unsentWords(outbox.commands.length))
        await setStatus(current.id, 'PLAYED').catch(
          needsNetwork('Нет связи: завершить концерт можно, когда она вернётся.'),
        )
        lookAgain()
      }),
    takeBack: outbox.takeBack,
  }
}

/** The channel's data on the concert, or the page's before its first message. */
function lifeFrom(told: LiveConcert['session'], watched: Session | null): Life | null {
  if (watched === null) return null
  const known = told ?? watched
  const { sessionStatus, active, rules = {}, breakUntil = null } = known
  return {
    sessionStatus,
    active,
    rules,
    breakUntil,
    dateTimeEnd: known.dateTimeEnd ?? watched.dateTimeEnd,
  }
}

function sessionAfter(session: Session, { breakUntil, ...life }: Life): Session {
  const { breakUntil: _, ...rest } = session
  return { ...rest, ...life, ...(breakUntil !== null && { breakUntil }) }
}

function stateFrom(life: Life | null, queue: readonly QueueEntry[]): ServerState {
  return {
    queue,
    active: life?.active ?? false,
    ...receptionOf(life?.rules),
    endsAt: life?.dateTimeEnd ?? '',
    breakUntil: life?.breakUntil ?? null,
  }
}

function lifeAfter(life: Life, after: ServerState): Life {
  const { active, closed, byClock, endsAt, breakUntil } = after
  const before = receptionOf(life.rules)
  const lastCall = closed ? ('closed' as const) : ('open' as const)
  const changed = {
    ...(before.closed !== closed && { lastCall }),
    ...(before.byClock !== byClock && { byClock }),
  }
  const rules = Object.keys(changed).length === 0 ? life.rules : { ...life.rules, ...changed }
  return { ...life, active, breakUntil, dateTimeEnd: endsAt, ...(rules !== undefined && { rules }) }
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
    lookAgain: () => {
      show('asking')
      load().then(show, () => show('unknown'))
    },
  }
}

function setStatus(sessionId: string, sessionStatus: 'NOW' | 'PLAYED') {
  return call(api.artist.updateSessionStatus, { body: { sessionId, sessionStatus } })
}

function unsentWords(count: number): string {
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
