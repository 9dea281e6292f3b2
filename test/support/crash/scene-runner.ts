import type { Cast } from './accounts.ts'
import type { CrashPoint } from './crash-points.ts'
import { SCENES } from './scenes.ts'
import type { SceneName } from './scenes.ts'
import type { ExpectedMoney, SceneContext } from './scene-steps.ts'

/** The scenes that lead to a point, by the beginning of its name. */
const LEADS: readonly (readonly [string, readonly SceneName[]])[] = [
  ['Payout', ['tip', 'check', 'ended']],
  ['Confirm', ['partHeld', 'chargedBack', 'card', 'together', 'tip', 'ended']],
  ['SendClosing', ['prepaid', 'together']],
  ['Cancel', ['withdrawn', 'partCharged', 'givenBack', 'sbp', 'voided', 'together', 'ended']],
  ['payout', ['ended', 'check', 'tip']],
  [
    'books',
    [
      'chargedBack',
      'partHeld',
      'withdrawn',
      'givenBack',
      'prepaid',
      'together',
      'tip',
      'ended',
      'card',
      'check',
      'sbp',
    ],
  ],
  ['', ['card', 'together', 'sbp', 'tip', 'voided', 'ended', 'check', 'givenBack', 'partCharged']],
]

const NEEDS_CHECKED: ReadonlySet<SceneName> = new Set(['tip', 'ended'])

/**
 * The product's settings that the scenes rely on: their sums account for its reserve, payout numbers have no hold time,
 * and no mail is sent.
 */
export const VARIABLES_OF_SCENES = {
  PAYOUT_FLOAT_RUBLES: '100000',
  PAYOUT_RESERVE_PERCENT: '10',
  PAYOUT_RESERVE_DAYS: '1',
  PAYOUT_NUMBER_HOLD_HOURS: '0',
  CAPTURE_GRACE_SECONDS: '1',
  TRUST_PROXY: 'on',
  RECEIPT_EMAIL: 'box@example.org',
  RECEIPT_TAXATION: 'usn_income',
  RECEIPT_TAX: 'none',
  MAILBOX: 'off',
  LOG_LEVEL: 'error',
}

const noRegistries = () => Promise.reject(new Error('nobody books registries here'))

/** Runs scenes side by side, each with a musician of its own; the first failure ends all. */
export function makeSceneRunner(deps: {
  accounts: Cast
  bank: SceneContext['bank']
  /** Absent on an evening without registries. */
  disputed?: SceneContext['disputed']
  url: string
  timeoutMs: number
}) {
  const { bank, disputed = noRegistries, url } = deps
  const { musicians, songs, adminToken } = deps.accounts
  const checked = musicians.filter((one) => one.checked)
  const unchecked = musicians.filter((one) => !one.checked)
  const turns = new Map<string, number>()
  const scenes: Promise<ExpectedMoney>[] = []
  const going = new Set<string>()

  const over = new AbortController()
  const { promise: failed, reject } = Promise.withResolvers<never>()
  failed.catch(() => {})
  const { signal } = over
  function fail(why: unknown): void {
    reject(why)
    over.abort(why)
  }
  let latest = 'its beginning'
  const tooLong = () =>
    fail(
      new Error(`the evening does not get on from: ${latest}; not over: ${[...going].join(', ')}`),
    )
  const timer = setTimeout(tooLong, deps.timeoutMs)

  return {
    /** Starts a scene that leads to this point, another one each time. */
    play(point: CrashPoint): void {
      latest = point
      const [lead, names] = LEADS.find(([begin]) => point.startsWith(begin)) ?? ['', []]
      const turn = turns.get(lead) ?? 0
      turns.set(lead, turn + 1)
      const name = names[turn % names.length] ?? 'card'
      const musician = (NEEDS_CHECKED.has(name) ? checked : unchecked).shift()
      if (musician === undefined) throw new Error('no musician is left')
      const scene = SCENES[name]({ bank, disputed, url, signal, musician, songs, adminToken })
      const known = `${name} of ${musician.username}`
      going.add(known)
      scene.then(() => going.delete(known), fail)
      scenes.push(scene)
    },

    /** Resolves as `hoped` does, unless a scene fails before. */
    unlessFailed: <T>(hoped: Promise<T>): Promise<T> => Promise.race([hoped, failed]),

    /** Resolves once every scene has ended. */
    everybody: (): Promise<ExpectedMoney[]> => Promise.race([Promise.all(scenes), failed]),

    /** Aborts all scenes. */
    close(): void {
      clearTimeout(timer)
      over.abort()
    },
  }
}
