/** Whether the screen stays lit, and where it may not, why. */
export type Awake = { readonly on: true } | { readonly on: false; readonly why: string | null }

type Lamp = {
  addEventListener(type: 'release', run: () => void): void
  release(): Promise<void>
}

/** The part of a browser that keeps a screen lit. */
export type WakeLockApi = {
  wakeLock: { request(type: 'screen'): Promise<Lamp> } | undefined
  isSecure: boolean
  isVisible(): boolean
  /** Comes to the front, or is touched. Gives back the end of it. */
  onAttention(run: () => void): () => void
}

const INSECURE = 'для этого нужен адрес с https'
const UNABLE = 'этот браузер не умеет его удерживать'
const REFUSED = 'браузер не дал держать его включённым'

/** Keeps the screen lit until it is ended; a browser that cannot or will not is no error. Gives back the end of it. */
export function keepAwake(door: WakeLockApi, tell: (awake: Awake) => void): () => void {
  const { wakeLock } = door
  if (wakeLock === undefined) {
    tell({ on: false, why: door.isSecure ? UNABLE : INSECURE })
    return () => undefined
  }
  let lamp: Lamp | null = null
  let asking = false
  let ended = false

  async function ask(from: NonNullable<typeof wakeLock>): Promise<void> {
    if (asking || lamp !== null || ended || !door.isVisible()) return
    asking = true
    try {
      const lit = await from.request('screen')
      if (ended) return void lit.release().catch(() => undefined)
      lamp = lit
      lit.addEventListener('release', () => {
        lamp = null
        if (!ended) tell({ on: false, why: null })
      })
      tell({ on: true })
    } catch {
      if (!ended) tell({ on: false, why: REFUSED })
    } finally {
      asking = false
    }
  }

  const stop = door.onAttention(() => void ask(wakeLock))
  void ask(wakeLock)
  return () => {
    ended = true
    stop()
    lamp?.release().catch(() => undefined)
  }
}

/** This very browser. */
export function browserDoor(): WakeLockApi {
  const { wakeLock } = navigator as { wakeLock?: WakeLockApi['wakeLock'] }
  return {
    wakeLock,
    isSecure: window.isSecureContext,
    isVisible: () => document.visibilityState === 'visible',
    onAttention(run) {
      // The browser lets go of a page that nobody sees, and some ask for a touch first.
      document.addEventListener('visibilitychange', run)
      document.addEventListener('pointerup', run)
      return () => {
        document.removeEventListener('visibilitychange', run)
        document.removeEventListener('pointerup', run)
      }
    },
  }
}
