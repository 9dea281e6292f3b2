/** Whether the screen stays on, and if not, why. */
export type Awake = { readonly on: true } | { readonly on: false; readonly why: string | null }

type Lamp = {
  addEventListener(type: 'release', run: () => void): void
  release(): Promise<void>
}

/** The part of a browser that keeps a screen on. */
export type WakeLockApi = {
  wakeLock: { request(type: 'screen'): Promise<Lamp> } | undefined
  isSecure: boolean
  isVisible(): boolean
  /** Calls `run` when the page becomes visible or is touched. Returns the unsubscribe function. */
  onAttention(run: () => void): () => void
}

const INSECURE = 'для этого нужен адрес с https'
const UNABLE = 'этот браузер не умеет его удерживать'
const REFUSED = 'браузер не дал держать его включённым'

/** Keeps the screen on until stopped; a browser that cannot or will not is no error. Returns the stop function. */
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

/** The API of this browser. */
export function browserDoor(): WakeLockApi {
  const { wakeLock } = navigator as { wakeLock?: WakeLockApi['wakeLock'] }
  return {
    wakeLock,
    isSecure: window.isSecureContext,
    isVisible: () => document.visibilityState === 'visible',
    onAttention(run) {
      // The browser releases the lock of a hidden page, and some require a touch first.
      document.addEventListener('visibilitychange', run)
      document.addEventListener('pointerup', run)
      return () => {
        document.removeEventListener('visibilitychange', run)
        document.removeEventListener('pointerup', run)
      }
    },
  }
}
