import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '#test/support/eventually.ts'
import { payAt, paidOrderAt, paymentAt } from '#test/support/paid-backstage.ts'
import { freePort } from '#test/support/product.ts'
import { askingProxy } from '../harness/asking-proxy.ts'
import { PLAIN } from '../harness/company-of-products.ts'
import { buildImage, runInImage, startContainer } from '../harness/containers.ts'
import { faultsOfOrders } from '../harness/final-orders.ts'
import { inside, layGround } from '../harness/ground.ts'
import { startPlainLoad } from '../harness/plain-load.ts'
import { startSteadyPad } from '../harness/steady-pad.ts'
import type { Scenario, ScenarioFinding, ScenarioStage } from '../scenario.ts'

const WORKERS = 4
const BETWEEN_MS = 5000
const MONEY_MS = 60_000
const OLD = 'localhost/bis:old'
const NEW = 'localhost/bis:new'

/** What deploy/compose/roll.sh does: new processes beside the old ones, and those go when these are ready. */
async function run(stage: ScenarioStage): Promise<ScenarioFinding> {
  await using ends = new AsyncDisposableStack()
  stage.say('the image is built')
  const bytes = await buildImage(OLD, 'old')
  await buildImage(NEW, 'new')
  const ground = await inside(stage, (sql) => layGround(sql, 1))
  const proxy = await askingProxy()
  ends.defer(proxy.remove)
  const broken: string[] = []
  const env = {
    ...stage.environment,
    ...PLAIN,
    DEMO: 'off',
    SANDBOX_BANK: 'on',
    PUBLIC_URL: proxy.url,
    STOP_WAIT_SECONDS: '3',
  }
  const containers: Awaited<ReturnType<typeof startContainer>>[] = []
  const lead = () => proxy.leadTo(containers.map(({ url }) => url))
  async function start(image: string) {
    containers.push(await startContainer(image, await freePort(), env))
    lead()
    await proxy.leads(containers.length)
  }
  async function stopFirst() {
    const code = await containers.shift()?.stop()
    if (code !== 0) broken.push(`a container ended with ${code}`)
    lead()
  }
  ends.defer(async () => {
    for (const container of containers) await container.stop()
  })

  stage.say('an order is paid')
  await start(OLD)
  const readyMs = Math.round(containers[0]?.readyMs ?? 0)
  const [artist] = ground.cast.musicians
  const [song] = ground.cast.songs
  if (artist === undefined || song === undefined) throw new Error('nobody plays for money')
  const paid = await paidOrderAt(proxy.url, artist, artist.concertId, {
    title: song.title,
    rubles: 300,
  })
  await payAt(paid.paymentURL, { method: 'card' })
  const state = async () => (await paymentAt(proxy.url, paid.orderId)).state
  await eventually(state, 'secured', MONEY_MS)

  stage.say('both processes are replaced under load')
  await start(OLD)
  const load = startPlainLoad(ground, WORKERS, () => proxy.url)
  const pad = startSteadyPad(ground, proxy.url)
  for (let place = 0; place < 2; place++) {
    await sleep(BETWEEN_MS)
    await start(NEW)
    await stopFirst()
  }
  await sleep(BETWEEN_MS)
  await load.stop()
  await pad.stop()

  stage.say('a backup is made, and restored beside the data')
  const folder = mkdtempSync(join(tmpdir(), 'bis-backups-'))
  ends.defer(() => rmSync(folder, { recursive: true, force: true }))
  await runInImage(NEW, env, folder, 'scripts/backup.ts', '/backups/one.backup')
  const trial = await runInImage(
    NEW,
    env,
    folder,
    'scripts/restore.ts',
    '/backups/one.backup',
    '--trial',
  )
  await eventually(state, 'secured', MONEY_MS)
  while (containers.length > 0) await stopFirst()

  await inside(stage, async (sql) => {
    const { faults } = await faultsOfOrders(sql, ground.stage.concertId, load.orders)
    broken.push(...faults, ...(await pad.faults(sql)))
  })
  const asked = [...load.asked, ...pad.asked]
  const failed = asked.filter(({ status }) => status === null || status >= 500)
  return {
    figures: {
      'image, MB': Math.round(bytes / 1_000_000),
      'ready, ms': readyMs,
      calls: asked.length,
      failed: failed.length,
      orders: load.orders.filter(({ outcome }) => outcome === 'ok').length,
      'backup, KB': Math.round(statSync(join(folder, 'one.backup')).size / 1000),
      'trial restore': trial.split('\n').at(-1) ?? '',
    },
    broken: [
      ...failed.map(({ what, status, code }) => `a call failed: ${what} ${status} ${code}`),
      ...broken,
    ],
    slow: [],
  }
}

export const scenario: Scenario = {
  number: 38,
  title:
    'The image of deploy/Containerfile is built, pays, is upgraded under load, backs up and restores',
  pass: '0 failed calls, the payment is there, exit 0, the trial restore audits clean',
  engines: ['postgres'],
  inTests: [],
  minutes: 40,
  run,
}
