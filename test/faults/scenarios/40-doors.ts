import { notifyListeners } from '#server/modules/notifications/listeners.service.ts'
import { errorLines } from '#test/support/crash/error-lines.ts'
import { eventually } from '#test/support/eventually.ts'
import { paidConcert } from '#test/support/paid-concert.ts'
import { startProduct } from '#test/support/product/product.ts'
import { openSilentNames } from '#test/support/servers/silent-names.ts'
import { requestUpgrade, requestUpgrades } from '../harness/upgrade-requests.ts'
import type { ScenarioFinding, Scenario, ScenarioContext } from '../scenario.ts'
import { runTestFiles } from '../test-files.ts'

const ORDERS = { short: 3, long: 20 }
const SUBSCRIPTIONS = 100
/** So many names are asked for at once. */
const NAMES_AT_ONCE = 16
const SOCKETS = { short: 2_000, long: 20_000 }
const OPEN_FILES = 4096
const RESTORES = ['test/api/restored-money.test.ts']

const median = (values: readonly number[]) =>
  Math.round(values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0)

/** Paid orders before and while subscriptions at names whose server is silent are to be told. */
async function silentNames({ short }: ScenarioContext): Promise<ScenarioFinding> {
  const silent = await openSilentNames()
  const { world } = silent
  const count = short ? ORDERS.short : ORDERS.long
  const broken: string[] = []
  async function orders(show: Awaited<ReturnType<typeof paidConcert>>): Promise<number[]> {
    const taken: number[] = []
    for (let at = 0; at < count; at += 1) {
      const began = performance.now()
      const { status } = await show.order(10_000)
      taken.push(performance.now() - began)
      if (status !== 200) broken.push(`a paid order beside silent names is answered ${status}`)
    }
    return taken
  }
  try {
    const quiet = median(await orders(await paidConcert(world)))
    const stage = await silent.subscribedPhones(SUBSCRIPTIONS)
    const show = await paidConcert(world)
    await stage.next()
    const stopping = new AbortController()
    const sent = notifyListeners(world.app.ctx, stopping.signal)
    await eventually(async () => new Set(silent.asked).size >= NAMES_AT_ONCE, true)
    const beside = await orders(show)
    stopping.abort()
    await sent
    return {
      figures: {
        'paid order, ms': quiet,
        'beside silent names, ms': median(beside),
        'slowest, ms': Math.round(Math.max(...beside)),
      },
      broken,
      slow: [],
    }
  } finally {
    await silent.close()
  }
}

/** Sockets of one address at a small limit of open files, with another one beside it. */
async function sockets({ short, environment }: ScenarioContext): Promise<ScenarioFinding> {
  const product = await startProduct({ ...environment, LOG_LEVEL: 'error' }, undefined, OPEN_FILES)
  const port = Number(new URL(product.url).port)
  let other = 0
  const { answers, mostOpen } = await requestUpgrades(
    port,
    short ? SOCKETS.short : SOCKETS.long,
    async () => {
      other = await requestUpgrade(port, {}, undefined, '127.0.0.2')
    },
  )
  const answered = (await fetch(`${product.url}/healthz`)).status
  const { code, output } = await product.kill('SIGTERM')
  const broken = [
    ...(other === 101 ? [] : [`another address's socket is answered ${other}`]),
    ...(answered === 200 ? [] : [`afterwards a call is answered ${answered}`]),
    ...(code === 0 ? [] : [`the process ended with ${code}`]),
    ...errorLines(output).map((line) => `in the log: ${line}`),
  ]
  const refused = [...answers].reduce(
    (sum, [status, times]) => sum + (status === 101 ? 0 : times),
    0,
  )
  return { figures: { sockets: mostOpen, refused }, broken, slow: [] }
}

async function run(context: ScenarioContext): Promise<ScenarioFinding> {
  context.logProgress('paid orders beside silent names')
  const names = await silentNames(context)
  context.logProgress('sockets of one address')
  const taken = await sockets(context)
  if (context.short) {
    const broken = [...names.broken, ...taken.broken]
    return { figures: { ...names.figures, ...taken.figures }, broken, slow: [] }
  }
  context.logProgress('restores over payouts, returns and orders')
  const restored = await runTestFiles(RESTORES)
  return {
    figures: {
      ...names.figures,
      ...taken.figures,
      'restores: tests': restored.figures['tests'] ?? 0,
    },
    broken: [...names.broken, ...taken.broken, ...restored.broken],
    slow: [],
  }
}

export const scenario: Scenario = {
  number: 40,
  title: "The doors' attacks: silent names, sockets of one address, a restore over later money",
  pass: 'paid orders answered, another address served, nothing paid out twice',
  engines: ['embedded', 'postgres'],
  inTests: [],
  run,
}
