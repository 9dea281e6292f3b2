import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { api } from '#contract/index.ts'
import type { Session } from '#contract/shapes.ts'
import { ORDERS_LIE_BY_RULES } from '#domain/queue/evening-rules.ts'
import { HOUR_MS, SECOND_MS } from '#domain/time.ts'
import { CallFailed } from '#web/lib/call-failed.ts'
import type { Caller } from '#web/lib/call.ts'
import { answerPadBy, call, serverNow } from '#web/lib/call.ts'
import { forgetCopy, newKey } from '#web/lib/device-memory.ts'
import { useToast } from '#web/ui/toast-context.ts'
import { isHeld, released, undoWindowOf } from '../command-outbox.ts'
import type { Action, PadCommand } from '../command.ts'
import { nameOfCommand } from '../command.ts'
import { stateAfter } from '../effect.ts'
import { forgetAnswer } from '../evening-tools.tsx'
import { skipWords } from '../send-commands.ts'
import { usePadCommands } from '../use-pad-commands.ts'
import type { PadState } from '../use-pad-state.ts'
import type { Hall } from './hall.ts'
import { commanded, eveningOf, lastPlayed, paidEntry, proposalOf } from './hall.ts'
import { advanceHall } from './listeners.ts'

/** One step of the simulation (ms). */
const STEP_MS = 2 * SECOND_MS
const TICK_MS = 500

/** `commands`: those that the simulated server has not received yet. */
type Stage = { hall: Hall; commands: readonly PadCommand[]; advanceHall: number }

const READ_ONLY = new Set<string>([
  api.artist.repertoire.path,
  api.artist.songTexts.path,
  api.songs.findSongOfArtist.path,
])

/** Simulates the pad's requests besides the queue. Only reading the repertoire goes to the real server. */
const simulated =
  (hall: () => Hall, lost: () => boolean, answerThanks: (id: string) => void): Caller =>
  async (endpoint, input, options) => {
    if (lost()) throw CallFailed.noNetwork()
    const now = serverNow()
    const asked = input as { query?: { entryId?: string }; body?: { thanksId?: string } }
    const answers = new Map<string, () => unknown>([
      [api.artist.evening.path, () => eveningOf(hall())],
      [api.artist.lastPlayed.path, () => lastPlayed(hall(), now)],
      [api.artist.queue.path, () => hall().server.queue.map((entry) => paidEntry(hall(), entry))],
      [api.artist.asks.path, () => hall().behind[asked.query?.entryId ?? '']?.asks ?? []],
      [api.artist.eveningRules.path, () => ({ proposal: proposalOf(hall(), now) })],
      [api.artist.answerThanks.path, () => answerThanks(asked.body?.thanksId ?? '')],
    ])
    const answer = answers.get(endpoint.path)
    if (answer !== undefined) return answer()
    if (READ_ONLY.has(endpoint.path)) return call(endpoint, input, options)
    throw new CallFailed({ status: 409, code: 'ILLEGAL_STEP', message: 'На репетиции этого нет' })
  }

type Options = { username: string; session: Session; first: Hall; onEnd: (hall: Hall) => void }

/** The pad of a rehearsal: the same commands by the same rules, applied to a simulation in this browser. */
export function useRehearsal({ username, session, first, onEnd }: Options) {
  const [stage, setStage] = useState<Stage>(() => ({
    hall: first,
    commands: [],
    advanceHall: serverNow(),
  }))
  const [lost, setLost] = useState(false)
  const [added, setAdded] = useState(0)
  const toast = useToast()
  const current = useRef({ stage, lost })
  useLayoutEffect(() => {
    current.current = { stage, lost }
  })
  const show = (next: Stage) => {
    current.current = { ...current.current, stage: next }
    setStage(next)
  }

  const answerThanks = useEffectEvent((id: string) => {
    const { stage: now } = current.current
    const thanks = now.hall.thanks.map((one) => (one.id === id ? { ...one, answered: true } : one))
    show({ ...now, hall: { ...now.hall, thanks } })
  })
  useLayoutEffect(() => {
    const giveBack = answerPadBy(
      simulated(
        () => current.current.stage.hall,
        () => current.current.lost,
        (id) => answerThanks(id),
      ),
    )
    return () => {
      giveBack()
      forgetCopy('copy artist evening')
      forgetAnswer(session.id)
    }
  }, [session.id])

  /** Passes on the commands that may be sent: all up to one with an open undo window, none without a network. */
  function sent(before: Stage, now: number): Stage {
    if (current.current.lost) return before
    let { hall } = before
    const kept: PadCommand[] = []
    for (const command of before.commands) {
      if (kept.length > 0 || isHeld(command, now)) kept.push(command)
      else {
        const done = commanded(hall, command.action, now)
        hall = done.hall
        if (done.why !== null) toast(`${nameOfCommand(command)}: ${done.why}`)
        if (command.action.kind === 'add') setAdded((many) => many + 1)
      }
    }
    return { ...before, hall, commands: kept }
  }

  const end = useEffectEvent(() => onEnd(current.current.stage.hall))
  const tick = useEffectEvent(() => {
    const now = serverNow()
    const before = current.current.stage
    if (now >= Date.parse(before.hall.server.endsAt)) return end()
    const moves = now - before.advanceHall >= STEP_MS
    const alive = moves
      ? { ...before, hall: advanceHall(before.hall, now), advanceHall: now }
      : before
    const next = sent(alive, now)
    if (moves || next.commands.length !== before.commands.length) show(next)
  })
  useEffect(() => {
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [])

  /** While the network is lost, the pad shows the last known state. */
  const [lastKnown, setLastKnown] = useState<{ hall: Hall; at: number } | null>(null)
  const known = lastKnown?.hall ?? stage.hall
  const shown = stateAfter(known.server, stage.commands)

  function takeBack(command: PadCommand): boolean {
    const { stage: now } = current.current
    const commands = now.commands.filter(({ key }) => key !== command.key)
    show({ ...now, commands })
    return commands.length < now.commands.length
  }

  function add(action: Action) {
    const at = serverNow()
    const key = newKey()
    const base = { key, sessionId: session.id, at, state: 'waiting', action } as const
    const command: PadCommand = { ...base, ...undoWindowOf(action, at) }
    const { stage: before } = current.current
    const commands = [...released(before.commands, at), command]
    if (action.kind === 'skip')
      toast({
        text: skipWords(action),
        action: { label: 'Вернуть', onPress: () => void takeBack(command) },
      })
    show(sent({ ...before, commands }, at))
  }
  const { commands, isResting, playOut } = usePadCommands({
    shown,
    add,
    onLaid: known.rules.turn === 'arrival' ? undefined : () => toast(ORDERS_LIE_BY_RULES),
  })

  const held = stage.commands.filter((command) => command.heldUntil !== undefined && !lost)
  const unsent = stage.commands.length - held.length
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
    commands: stage.commands,
    unsent,
    added,
    late: lost && unsent > 0,
    isPending: (name) => (name === 'next' || name === 'song') && isResting(name),
    ...commands,
    start: async () => false,
    async end(played) {
      if (lost) {
        toast('Нет связи: завершить концерт можно, когда она вернётся.')
        return false
      }
      if (played) playOut()
      onEnd(current.current.stage.hall)
      return true
    },
    takeBack,
    lookAgain: () => undefined,
  }

  return {
    pad,
    lost,
    loseNetwork(gone: boolean) {
      const now = serverNow()
      current.current = { ...current.current, lost: gone }
      setLost(gone)
      setLastKnown(gone ? { hall: current.current.stage.hall, at: now } : null)
      if (!gone) show(sent(current.current.stage, now))
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
