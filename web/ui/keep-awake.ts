/** Whether the screen stays on, and if not, why. */
export type Awake = { readonly on: true } | { readonly on: false; readonly why: string | null }

type ScreenWakeLock = {
  addEventListener(type: 'release', run: () => void): void
  release(): Promise<void>
}

/** The part of a browser that keeps a screen on. */
export type WakeLockApi = {
  wakeLock: { request(type: 'screen'): Promise<ScreenWakeLock> } | undefined
  isSecure: boolean
  isVisible(): boolean
  /** Calls `run` when the page becomes visible or is touched. Returns the unsubscribe function. */
  onAttention(run: () => void): () => void
}

const INSECURE = 'для этого нужен адрес с https'
const UNABLE = 'этот браузер не умеет его удерживать'
const REFUSED = 'браузер не дал держать его включённым'

/** Keeps the screen on until stopped; a browser that cannot or will not is no error. Returns the stop function. */
export function keepAwake(wakeLockApi: WakeLockApi, onChange: (awake: Awake) => void): () => void {
  const { wakeLock } = wakeLockApi
  if (wakeLock === undefined) {
    onChange({ on: false, why: wakeLockApi.isSecure ? UNABLE : INSECURE })
    return () => undefined
  }
  let sentinel: ScreenWakeLock | null = null
  let asking = false
  let ended = false

  async function ask(from: NonNullable<typeof wakeLock>): Promise<void> {
    if (asking || sentinel !== null || ended || !wakeLockApi.isVisible()) return
    asking = true
    try {
      const lit = await from.request('screen')
      if (ended) return void lit.release().catch(() => undefined)
      sentinel = lit
      lit.addEventListener('release', () => {
        sentinel = null
        if (!ended) onChange({ on: false, why: null })
      })
      onChange({ on: true })
    } catch {
      if (!ended) onChange({ on: false, why: REFUSED })
    } finally {
      asking = false
    }
  }

  const stop = wakeLockApi.onAttention(() => void ask(wakeLock))
  void ask(wakeLock)
  return () => {
    ended = true
    stop()
    sentinel?.release().catch(() => undefined)
  }
}

/** The API of this browser. */
export function browserWakeLockApi(): WakeLockApi {
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
