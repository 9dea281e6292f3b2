import { api } from '#contract/index.ts'
import { pathOf } from '#contract/path.ts'
import { eventually } from '#test/support/eventually.ts'
import { startMailServer } from '#test/support/servers/mail-server.ts'
import { paymentAt } from '#test/support/product/paid-product-calls.ts'
import { photo } from '#test/support/photos.ts'
import { installDocker } from '../harness/compose-images.ts'
import { commandsOf, debianMachine, withValues } from '../harness/debian-machine.ts'
import type { DebianMachine } from '../harness/debian-machine.ts'
import { openHttpsProxy } from '../harness/https-proxy.ts'
import { paidOutAt, signUpMusician } from '../harness/new-musician.ts'
import { underLoad } from '../harness/under-load.ts'
import type { Scenario, ScenarioFinding, ScenarioContext } from '../scenario.ts'

const READY_TIMES = 5
const SITE = 'bis.localhost'
const HOME = '/opt/bis/deploy/compose'
const CA = '/var/lib/docker/volumes/bis_caddy-data/_data/caddy/pki/authorities/local/root.crt'
const PASSWORD = 'played'.repeat(4)

/** What a person fills in; the tests' storage accepts one key, and this machine allows few open files. */
const FILLED = (smtp: string) => ({
  SITE_NAME: SITE,
  BIS_VERSION: 'one',
  POSTGRES_PASSWORD: PASSWORD,
  POSTGRES_APP_PASSWORD: PASSWORD,
  VALKEY_PASSWORD: PASSWORD,
  METRICS_TOKEN: PASSWORD,
  GARAGE_RPC_SECRET: PASSWORD,
  S3_ACCESS_KEY: 'S3RVER',
  S3_SECRET_KEY: 'S3RVER',
  SMTP_URL: smtp,
  MAIL_FROM: `'Бис <no-reply@${SITE}>'`,
  POSTGRES_SHARED_BUFFERS: '128MB',
  POSTGRES_CACHE: '512MB',
  HALL_NEW_DEVICES_PER_SECOND: '500',
  HALL_ORDERS_PER_MINUTE: '20000',
  SANDBOX_BANK: 'on',
})
const OVERRIDE = `services:
  app: { ulimits: { nofile: 4096 } }
  proxy: { ulimits: { nofile: 4096 } }
  postgres: { ports: ['5432:5432'] }
`

/** Returns each container of the product with its image: «app bis:one». */
async function running(machine: DebianMachine): Promise<string[]> {
  const format = '{{.Label "com.docker.compose.service"}} {{.Image}}'
  const lines = await machine.sh(`docker ps --format '${format}' | sort`)
  return lines.split('\n').filter((line) => /bis:/u.test(line))
}

/** Returns the median of several times from the start of a container to its log line that says where it listens. */
async function medianReady(machine: DebianMachine): Promise<number> {
  const taken: number[] = []
  for (let time = 0; time < READY_TIMES; time++) {
    const lines = await machine.sh(`docker restart -t 30 bis-app-1 >&2
      began=$(docker inspect -f '{{.State.StartedAt}}' bis-app-1)
      echo "$began"
      until docker logs --since "$began" -t bis-app-1 2>&1 | grep 'Server listening'; do sleep 0.2; done`)
    const [began = 0, listens = 0] = lines
      .split('\n')
      .map((line) => Date.parse(line.split(' ')[0] ?? ''))
    taken.push(listens - began)
  }
  return taken.toSorted((one, other) => one - other)[Math.floor(READY_TIMES / 2)] ?? 0
}

async function run(context: ScenarioContext): Promise<ScenarioFinding> {
  await using ends = new AsyncDisposableStack()
  const broken: string[] = []
  const machine = await debianMachine('docker')
  ends.defer(machine.remove)
  const compose = (words: string) => machine.sh(`cd ${HOME} && ${words}`)
  context.logProgress('Docker is installed, and the images of others are made')
  await installDocker(machine)
  await machine.copyTree('/opt/bis')
  const mail = await startMailServer({ host: machine.gateway })
  ends.defer(mail.close)

  context.logProgress('the compose file is brought up as docs/operations.md says')
  const file = 'backups/$(ls backups | tail -1)'
  const commands = commandsOf('docker compose up', {
    FILE: '$(ls backups | tail -1)',
    NICKNAME: 'nobody',
  })
  const [copies = '', folders = '', tables = '', up = '', grant = '', trial = ''] = commands
  await compose(copies)
  const env = (values: Record<string, string>) =>
    machine.write(`${HOME}/.env`, withValues(machine.read(`${HOME}/.env`), values))
  env(FILLED(mail.url))
  machine.write(`${HOME}/compose.override.yaml`, OVERRIDE)
  await compose(folders)
  const began = performance.now()
  await compose(tables)
  await compose(up)
  const upMs = Math.round(performance.now() - began)
  const bytes = Number(await machine.sh("docker image inspect --format '{{.Size}}' bis:one"))
  const readyMs = await medianReady(machine)

  context.logProgress('a stranger signs up, is ordered from, paid, and paid out')
  const proxy = await openHttpsProxy(SITE, machine.address, machine.read(CA))
  ends.defer(proxy.remove)
  const musician = await signUpMusician(proxy, mail)
  const paid = await paidOutAt(proxy, musician, 300)
  const form = new FormData()
  form.append(
    'file',
    new Blob([new Uint8Array(await photo().jpeg().toBuffer())], { type: 'image/jpeg' }),
    'a.jpg',
  )
  const headers = { authorization: `Bearer ${musician.token}` }
  const sent = await fetch(proxy.url + pathOf(api.file.upload), {
    method: 'POST',
    headers,
    body: form,
  })
  if (!sent.ok) throw new Error(`a photo is answered ${await sent.text()}`)
  const { data } = (await sent.json()) as { data: { link: string } }
  const shown = await fetch(new URL(new URL(data.link, proxy.url).pathname, proxy.url))
  if (shown.status !== 200) broken.push(`a photo in the storage is answered ${shown.status}`)
  const metrics = await fetch(`${proxy.url}/metrics`)
  if (metrics.status !== 404) broken.push('/metrics can be read through the proxy')
  await compose(grant.replace('nobody', musician.username))

  context.logProgress('roll.sh puts a new version in place of the old one under load')
  const two = ['app bis:two', 'app bis:two', 'backup bis:two']
  const databaseUrl = `postgres://bis:${PASSWORD}@${machine.address}/bis`
  const upgrade = await underLoad(proxy.url, databaseUrl, async () => {
    env({ BIS_VERSION: 'two' })
    await compose('./roll.sh')
    const rolled = await running(machine)
    if (rolled.join() !== two.join()) broken.push(`after roll.sh run ${rolled.join()}`)

    context.logProgress('a version that does not start is taken away again')
    env({ BIS_VERSION: 'three' })
    await machine.sh('echo "process.exit(1)" > /opt/bis/server/main.ts')
    const failed = await compose('./roll.sh || echo refused')
    if (!failed.endsWith('refused'))
      broken.push('roll.sh ends well with a version that does not start')
    const left = await running(machine)
    if (left.join() !== two.join()) broken.push(`after a roll.sh that failed run ${left.join()}`)
  })
  env({ BIS_VERSION: 'two' })

  context.logProgress('a backup is tried and put back')
  await compose('docker compose restart backup && sleep 5')
  const tried = await compose(trial)
  await machine.sh(`cd ${HOME} && du -k ${file}`)
  // As the owner of the tables, which it makes anew.
  const restore = 'docker compose run --rm migrate node scripts/restore.ts'
  const readState = async () => ({
    payment: await paymentAt(proxy.url, paid),
    books: await compose('docker compose exec app node scripts/ledger.ts trial'),
  })
  const before = await readState()
  await compose('docker compose stop app backup')
  await compose(`${restore} /${file} --replace`)
  await compose('docker compose up -d --wait')
  await eventually(readState, before)

  return {
    figures: {
      'image, MB': Math.round(bytes / 1_000_000),
      'first up, ms': upMs,
      'ready, ms': readyMs,
      ...upgrade.figures,
      'trial restore': tried.split('\n').at(-1) ?? '',
    },
    broken: [...broken, ...upgrade.broken],
    slow: [],
  }
}

export const scenario: Scenario = {
  number: 38,
  title:
    'deploy/compose by Docker on a bare Debian: up, paid out, roll.sh under load, backup, restore',
  pass: '0 failed calls, the payment is there, the trial restore audits clean',
  engines: ['postgres'],
  inTests: [],
  minutes: 40,
  run,
}
