import { PAD_PROTOCOL } from '#contract/path.ts'
import type { LiveEntry, LiveError, LiveRegistration, LiveSessionEvent } from '#contract/live.ts'

export type LiveState = {
  /** `live` once the server has sent a message on the current connection; `lost` until it does so again. */
  connection: 'connecting' | 'live' | 'lost'
  /** The last array received; it stays while the connection is lost. */
  queue: LiveEntry[] | null
  session: Omit<LiveSessionEvent, 'type'> | null
  /** Milliseconds since 1970 of the last message from the server. */
  receivedAt: number | null
  /** The number of failed attempts in a row. */
  attempt: number
  /** There is no concert to watch; the channel does not reconnect. */
  missing?: boolean
  /** The concert exists, but it was closed with a code word. */
  locked?: boolean
}

/** The part of a browser's WebSocket that the channel uses. */
export type LiveSocket = {
  addEventListener(type: 'open', handle: () => void): void
  addEventListener(type: 'message', handle: (event: { data: unknown }) => void): void
  addEventListener(type: 'close', handle: (event: { code: number }) => void): void
  send(text: string): void
  close(): void
}

type LiveChannelDeps = {
  makeSocket(url: string, protocols?: string[]): LiveSocket
  now(): number
  setTimeout(run: () => void, ms: number): number
  clearTimeout(timer: number): void
  /** From 0 to 1, like Math.random. */
  random(): number
}

export type LiveOptions = {
  url: string
  artistUsername: string
  sessionId: string
  /** The pass to a closed evening. */
  pass?: string | null
  /** Also receive the concert's state and its number of listeners. */
  events?: boolean
  /** Stays connected while the page is hidden too, as on a stage where a new order rings. */
  stayConnected?: boolean
  /** It is no listener. */
  own?: boolean
  /** The token of a pad. */
  token?: string | null
  onState: (state: LiveState) => void
  deps?: Partial<LiveChannelDeps>
}

export type LiveChannel = {
  close(): void
  /** A hint that the network may be back: ends a back-off, and pings an open connection. */
  reconnectNow(): void
}

const PING_MS = 25_000
const SILENCE_MS = 10_000
/** After a hint the timeout is shorter: a person is looking at the screen. */
const HINT_SILENCE_MS = 5_000
const CONNECT_TIMEOUT_MS = 15_000
const BACKOFF_MS = { first: 1_000, most: 30_000, jitter: 500 }
const NO_SESSION_CLOSE = 4404
/** After this long hidden, a page closes its connection: a phone in a pocket then costs nothing. */
const SLEEP_MS = 60_000

/** A ping without an answer yet: the connection counts as lost at `endsAt`. */
type Silence = { timer: number; endsAt: number }

/**
 * The state of the channel. Every connection has its own `socket`, and messages of an earlier one are ignored.
 * connecting → open → waiting → connecting …; connecting → waiting; any → asleep → connecting; any → ended.
 */
type Phase =
  | { name: 'connecting'; socket: LiveSocket; giveUp: number }
  | { name: 'open'; socket: LiveSocket; ping: number; silence: Silence | null }
  | { name: 'waiting'; retry: number }
  | { name: 'asleep' }
  | { name: 'ended' }

/** Watches one concert until closed, reconnecting as often as needed. */
export function openLiveChannel(options: LiveOptions): LiveChannel {
  const { url, artistUsername, sessionId, pass, events = false, stayConnected = false } = options
  const { onState, own, token } = options
  const deps = { ...browserDeps, ...options.deps }
  const registration: LiveRegistration = {
    artistUsername,
    sessionId,
    ...(events && { events: true }),
    ...(own && { own }),
    ...(pass && { pass }),
    ...(token && { pad: token }),
  }
  let phase: Phase = { name: 'ended' }
  let hidden: { since: number; sleepTimer: number } | null = null
  let state: LiveState = {
    connection: 'connecting',
    queue: null,
    session: null,
    receivedAt: null,
    attempt: 0,
  }

  function updateState(change: Partial<LiveState>) {
    state = { ...state, ...change }
    onState(state)
  }

  function setPhase(next: Phase) {
    clearTimers(phase)
    phase = next
  }

  function clearTimers(past: Phase) {
    if (past.name === 'waiting') deps.clearTimeout(past.retry)
    if (past.name === 'connecting') deps.clearTimeout(past.giveUp)
    if (past.name === 'open') {
      deps.clearTimeout(past.ping)
      if (past.silence !== null) deps.clearTimeout(past.silence.timer)
    }
  }

  const current = (socket: LiveSocket) => 'socket' in phase && phase.socket === socket

  function connect() {
    let socket: LiveSocket
    try {
      // A place that listeners cannot take, where the last attempt found none. Not in each attempt: a server of the
      // version before does not accept the protocol, and the browser then ends the connection.
      const offersToken = token && state.attempt % 2 === 1
      socket = deps.makeSocket(url, offersToken ? [PAD_PROTOCOL, token] : undefined)
    } catch {
      return scheduleReconnect()
    }
    setPhase({
      name: 'connecting',
      socket,
      giveUp: deps.setTimeout(() => abandon(socket), CONNECT_TIMEOUT_MS),
    })
    socket.addEventListener('open', () => {
      if (current(socket)) register(socket)
    })
    socket.addEventListener('message', (event) => {
      if (current(socket)) handle(event.data)
    })
    socket.addEventListener('close', ({ code }) => {
      if (!current(socket)) return
      // For a deleted concert an error frame comes before the close.
      if (code === NO_SESSION_CLOSE) endMissing(true)
      else scheduleReconnect()
    })
  }

  function register(socket: LiveSocket) {
    setPhase({ name: 'open', socket, ping: pingLater(), silence: null })
    socket.send(JSON.stringify(registration))
    if (state.attempt > 0) updateState({ attempt: 0 })
  }

  function pingLater(): number {
    return deps.setTimeout(() => {
      if (phase.name !== 'open') return
      phase.ping = pingLater()
      ping(SILENCE_MS)
    }, PING_MS)
  }

  function ping(silenceMs: number) {
    if (phase.name !== 'open') return
    const { socket, silence } = phase
    socket.send('ping')
    const endsAt = deps.now() + silenceMs
    // An older unanswered ping keeps its deadline, if that is sooner.
    if (silence !== null && silence.endsAt <= endsAt) return
    if (silence !== null) deps.clearTimeout(silence.timer)
    phase.silence = { timer: deps.setTimeout(() => abandon(socket), silenceMs), endsAt }
  }

  function handle(raw: unknown) {
    if (phase.name !== 'open') return
    if (phase.silence !== null) deps.clearTimeout(phase.silence.timer)
    phase.silence = null
    const news = readServerMessage(raw)
    if (news === 'no session') {
      phase.socket.close()
      endMissing(false)
    } else {
      updateState({ connection: 'live', receivedAt: deps.now(), ...news })
    }
  }

  function abandon(socket: LiveSocket) {
    if (!current(socket)) return
    scheduleReconnect()
    socket.close()
  }

  function scheduleReconnect() {
    const attempt = state.attempt + 1
    const backoff = Math.min(BACKOFF_MS.first * 2 ** (attempt - 1), BACKOFF_MS.most)
    const wait = backoff + deps.random() * BACKOFF_MS.jitter
    setPhase({ name: 'waiting', retry: deps.setTimeout(connect, wait) })
    updateState({ connection: 'lost', attempt })
  }

  function endMissing(locked: boolean) {
    setPhase({ name: 'ended' })
    unsubscribe()
    wakeUp()
    updateState({ connection: 'lost', missing: true, locked })
  }

  function reconnectNow() {
    if (phase.name === 'waiting') connect()
    else if (phase.name === 'open') ping(HINT_SILENCE_MS)
  }

  /** A frozen connection fires no `close`: a touch of the page detects it sooner than the next ping. */
  const touched = () => ping(HINT_SILENCE_MS)

  function hide() {
    if (stayConnected || hidden !== null) return
    hidden = { since: deps.now(), sleepTimer: deps.setTimeout(sleep, SLEEP_MS) }
  }

  function sleep() {
    const last = phase
    setPhase({ name: 'asleep' })
    if ('socket' in last) last.socket.close()
    updateState({ connection: 'connecting', attempt: 0 })
  }

  /** Returns how long the page was hidden, in ms. */
  function wakeUp(): number {
    if (hidden === null) return 0
    const { since, sleepTimer } = hidden
    deps.clearTimeout(sleepTimer)
    hidden = null
    return deps.now() - since
  }

  function show() {
    // A phone in a pocket pauses timers too: the page may be shown again before the channel fell asleep.
    if (wakeUp() >= SLEEP_MS && phase.name !== 'asleep') sleep()
    if (phase.name === 'asleep') connect()
    else reconnectNow()
  }

  const unsubscribe = subscribeToPage({ online: reconnectNow, touched, hide, show })
  connect()

  return {
    reconnectNow,
    close() {
      const last = phase
      setPhase({ name: 'ended' })
      unsubscribe()
      wakeUp()
      if ('socket' in last) last.socket.close()
    },
  }
}

/** Returns the state that a message changes; none for junk and pongs, which still count as the last message. */
function readServerMessage(raw: unknown): Partial<LiveState> | 'no session' {
  if (typeof raw !== 'string' || raw === 'pong') return {}
  let message: unknown
  try {
    message = JSON.parse(raw)
  } catch {
    return {}
  }
  if (Array.isArray(message)) return { queue: message }
  if (isOfType(message, 'error')) return message.code === 'NO_SESSION' ? 'no session' : {}
  if (!isOfType(message, 'session')) return {}
  const { type: _, ...session } = message
  return { session }
}

type Typed = LiveSessionEvent | LiveError

function isOfType<T extends Typed['type']>(
  message: unknown,
  type: T,
): message is Extract<Typed, { type: T }> {
  return (
    typeof message === 'object' && message !== null && 'type' in message && message.type === type
  )
}

type PageEvents = { online(): void; touched(): void; hide(): void; show(): void }

/** Reports a network that came back, a touch, and a page that is hidden and shown again. Returns the unsubscribe function. */
function subscribeToPage({ online, touched, hide, show }: PageEvents): () => void {
  if (typeof window === 'undefined') return () => {}
  const look = () => (document.visibilityState === 'visible' ? show() : hide())
  const end = new AbortController()
  const { signal } = end
  window.addEventListener('online', online, { signal })
  window.addEventListener('pointerdown', touched, { signal })
  document.addEventListener('visibilitychange', look, { signal })
  if (document.visibilityState === 'hidden') hide()
  return () => end.abort()
}

const browserDeps: LiveChannelDeps = {
  makeSocket: (url, protocols) => new WebSocket(url, protocols),
  now: () => Date.now(),
  setTimeout: (run, ms) => window.setTimeout(run, ms),
  clearTimeout: (timer) => window.clearTimeout(timer),
  random: () => Math.random(),
}
