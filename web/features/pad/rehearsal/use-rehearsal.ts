import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { api } from '#contract/index.ts'
import type { Session } from '#contract/shapes.ts'
import { ORDERED_BY_RULES_TEXT } from '#domain/queue/evening-rules.ts'
import { HOUR_MS, SECOND_MS } from '#domain/time.ts'
import { CallFailed } from '#web/lib/calls/call-failed.ts'
import type { Caller } from '#web/lib/calls/call.ts'
import { replacePadServer, call, serverNow } from '#web/lib/calls/call.ts'
import { removeCopy, newKey } from '#web/lib/device/device-memory.ts'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import { isUndoable, withUndoClosed, undoWindowOf } from '../commands/command-outbox.ts'
import type { Action, PadCommand } from '../commands/command.ts'
import { actionsOn, nameOfCommand } from '../commands/command.ts'
import { stateAfter } from '../commands/effect.ts'
import { removeAnswer } from '../evening/last-call.tsx'
import { usePadCommands } from '../commands/use-pad-commands.ts'
import type { PadState } from '../use-pad-state.ts'
import type { Simulation } from './simulation.ts'
import { applyAction, eveningOf, lastPlayed, paidEntry, proposalOf } from './simulation.ts'
import { advanceSimulation } from './listeners.ts'

/** One step of the simulation (ms). */
const STEP_MS = 2 * SECOND_MS
const TICK_MS = 500

/** `commands`: those that the simulated server has not received yet. */
type RehearsalState = {
  simulation: Simulation
  commands: readonly PadCommand[]
  advancedAt: number
}

const READ_ONLY = new Set<string>([
  api.artist.repertoire.path,
  api.artist.songTexts.path,
  api.songs.findSongOfArtist.path,
])

/** Simulates the pad's requests besides the queue. Only reading the repertoire goes to the real server. */
const simulated =
  (simulation: () => Simulation, lost: () => boolean, answerThanks: (id: string) => void): Caller =>
  async (endpoint, input, options) => {
    if (lost()) throw CallFailed.noNetwork()
    const now = serverNow()
    const asked = input as {
      query?: { entryId?: string }
      body?: { thanksId?: string; tipId?: string }
    }
    const answers = new Map<string, () => unknown>([
      [api.artist.evening.path, () => eveningOf(simulation())],
      [api.artist.lastPlayed.path, () => lastPlayed(simulation(), now)],
      [
        api.artist.queue.path,
        () => simulation().server.queue.map((entry) => paidEntry(simulation(), entry)),
      ],
      [api.artist.asks.path, () => simulation().behind[asked.query?.entryId ?? '']?.asks ?? []],
      [api.artist.eveningRules.path, () => ({ proposal: proposalOf(simulation(), now) })],
      [api.artist.answerThanks.path, () => answerThanks(asked.body?.thanksId ?? '')],
      [api.artist.answerTip.path, () => answerThanks(asked.body?.tipId ?? '')],
    ])
    const answer = answers.get(endpoint.path)
    if (answer !== undefined) return answer()
    if (READ_ONLY.has(endpoint.path)) return call(endpoint, input, options)
    throw new CallFailed({ status: 409, code: 'ILLEGAL_STEP', message: 'На репетиции этого нет' })
  }

type Options = {
  username: string
  session: Session
  first: Simulation
  onEnd: (simulation: Simulation) => void
}

/** The pad of a rehearsal: the same commands by the same rules, applied to a simulation in this browser. */
export function useRehearsal({ username, session, first, onEnd }: Options) {
  const [rehearsal, setRehearsal] = useState<RehearsalState>(() => ({
    simulation: first,
    commands: [],
    advancedAt: serverNow(),
  }))
  const [lost, setLost] = useState(false)
  const [added, setAdded] = useState(0)
  const toast = useToast()
  const current = useRef({ rehearsal, lost })
  useLayoutEffect(() => {
    current.current = { rehearsal, lost }
  })
  const show = (next: RehearsalState) => {
    current.current = { ...current.current, rehearsal: next }
    setRehearsal(next)
  }

  const answerThanks = useEffectEvent((id: string) => {
    const { rehearsal: now } = current.current
    const answered = <T extends { id: string }>(all: readonly T[]) =>
      all.map((one) => (one.id === id ? { ...one, answered: true } : one))
    const { thanks, tips } = now.simulation
    const simulation = { ...now.simulation, thanks: answered(thanks), tips: answered(tips) }
    show({ ...now, simulation })
  })
  useLayoutEffect(() => {
    const restorePadServer = replacePadServer(
      simulated(
        () => current.current.rehearsal.simulation,
        () => current.current.lost,
        (id) => answerThanks(id),
      ),
    )
    return () => {
      restorePadServer()
      removeCopy('copy artist evening')
      removeAnswer(session.id)
    }
  }, [session.id])

  /** Passes on the commands that may be sent: all up to one with an open undo window, none without a network. */
  function sent(before: RehearsalState, now: number): RehearsalState {
    if (current.current.lost) return before
    let { simulation } = before
    const waiting: PadCommand[] = []
    for (const command of before.commands) {
      if (waiting.length > 0 || isUndoable(command, now)) waiting.push(command)
      else {
        const done = applyAction(simulation, command.action, now)
        simulation = done.simulation
        if (done.why !== null) toast(`${nameOfCommand(command)}: ${done.why}`)
        if (command.action.kind === 'add') setAdded((many) => many + 1)
      }
    }
    return { ...before, simulation, commands: waiting }
  }

  const end = useEffectEvent(() => onEnd(current.current.rehearsal.simulation))
  const tick = useEffectEvent(() => {
    const now = serverNow()
    const before = current.current.rehearsal
    if (now >= Date.parse(before.simulation.server.endsAt)) return end()
    const moves = now - before.advancedAt >= STEP_MS
    const alive = moves
      ? { ...before, simulation: advanceSimulation(before.simulation, now), advancedAt: now }
      : before
    const next = sent(alive, now)
    if (moves || next.commands.length !== before.commands.length) show(next)
  })
  useEffect(() => {
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [])

  /** While the network is lost, the pad shows the last known state. */
  const [lastKnown, setLastKnown] = useState<{ simulation: Simulation; at: number } | null>(null)
  const known = lastKnown?.simulation ?? rehearsal.simulation
  const shown = stateAfter(known.server, rehearsal.commands)

  function cancelUnsent(command: PadCommand): boolean {
    const { rehearsal: now } = current.current
    const commands = now.commands.filter(({ key }) => key !== command.key)
    show({ ...now, commands })
    return commands.length < now.commands.length
  }

  function add(action: Action) {
    const at = serverNow()
    const key = newKey()
    const base = { key, sessionId: session.id, at, state: 'waiting', action } as const
    const command: PadCommand = { ...base, ...undoWindowOf(action, at) }
    const { rehearsal: before } = current.current
    const commands = [...withUndoClosed(before.commands, at), command]
    show(sent({ ...before, commands }, at))
  }
  const { commands, isCoolingDown } = usePadCommands({
    shown,
    add,
    onPlacedByRules:
      known.rules.turn === 'arrival' ? undefined : () => toast(ORDERED_BY_RULES_TEXT),
  })

  const undoable = rehearsal.commands.filter((command) => command.heldUntil !== undefined && !lost)
  const unsent = rehearsal.commands.length - undoable.length
  const { breakUntil, active, endsAt } = shown
  const pad: PadState = {
    artistUsername: username,
    session: {
      ...session,
      active,
      dateTimeEnd: endsAt,
      rules: {
        ...session.rules,
        lastCall: shown.closed ? 'closed' : 'open',
        byClock: shown.byClock,
      },
      ...(breakUntil !== null && { breakUntil }),
    },
    next: null,
    ended: null,
    queue: shown.queue,
    connection: lost ? 'lost' : 'live',
    receivedAt: lastKnown?.at ?? null,
    watchers: known.watchers,
    given: known.tips.length + known.thanks.length,
    goal: null,
    signals: 0,
    battle: undefined,
    commands: rehearsal.commands,
    undoable: undoable.at(-1) ?? null,
    unsent,
    added,
    late: lost && unsent > 0,
    lost,
    isPending: (name) => (name === 'next' || name === 'song') && isCoolingDown(name),
    ...commands,
    start: async () => false,
    async end(playedId) {
      if (lost) {
        toast('Нет связи: завершить концерт можно, когда она вернётся.')
        return false
      }
      const playOut = playedId === undefined ? null : actionsOn(shown).next()
      if (playOut !== null) add(playOut)
      onEnd(current.current.rehearsal.simulation)
      return true
    },
    cancelUnsent,
    reloadConcerts: () => undefined,
  }

  return {
    pad,
    lost,
    end: () => onEnd(current.current.rehearsal.simulation),
    setOffline(offline: boolean) {
      const now = serverNow()
      current.current = { ...current.current, lost: offline }
      setLost(offline)
      setLastKnown(offline ? { simulation: current.current.rehearsal.simulation, at: now } : null)
      if (!offline) show(sent(current.current.rehearsal, now))
    },
  }
}

/** A concert that exists only in this browser. */
export function rehearsalSession(
  artist: Session['artist'],
  rules: Session['rules'],
  now: number,
): Session {
  const at = (ms: number) => new Date(ms).toISOString()
  const location = { name: '', country: '', city: '', street: '', houseNumber: '', address: '' }
  return {
    id: '00000000-0000-7000-8000-000000000000',
    title: 'Репетиция',
    description: 'Репетиция',
    dateTimeStart: at(now),
    dateTimeEnd: at(now + HOUR_MS),
    timeAndDay: '',
    date: '',
    month: '',
    sessionStatus: 'NOW',
    active: true,
    location: {
      ...location,
      description: '',
      longitude: null,
      latitude: null,
      timeZone: 'Europe/Moscow',
    },
    artist,
    artists: [artist],
    songs: [],
    advancedSession: {
      age: 0,
      description: '',
      ticketLink: '',
      privacy: {
        ableGetSongs: true,
        closedSession: true,
        showSongsOnPoster: false,
        autoRunSession: false,
      },
    },
    goingCount: 0,
    ...(rules && { rules }),
  }
}
