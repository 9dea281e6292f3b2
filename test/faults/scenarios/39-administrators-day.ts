import { api } from '#contract/index.ts'
import { moscowDate, moscowTime } from '#packages/tbank-sandbox/moscow.ts'
import { DAY_MS, moscowDay } from '#domain/time.ts'
import { REGISTRY_TITLES } from '#server/integrations/bank/tbank-dialect.ts'
import type { RegistryColumn } from '#server/integrations/bank/tbank-dialect.ts'
import { ask, moneyAt } from '#test/support/product/product-calls.ts'
import { eventually } from '#test/support/eventually.ts'
import { startMailServer } from '#test/support/servers/mail-server.ts'
import { paymentAt } from '#test/support/product/paid-product-calls.ts'
import { commandsOf, debianMachine, withValues } from '../harness/debian-machine.ts'
import type { DebianMachine } from '../harness/debian-machine.ts'
import { inDatabase } from '../harness/dataset.ts'
import { openHttpsProxy } from '../harness/https-proxy.ts'
import { paidOutAt, signUpMusician } from '../harness/new-musician.ts'
import { underLoad } from '../harness/under-load.ts'
import type { Scenario, ScenarioFinding, ScenarioContext } from '../scenario.ts'

const SITE = 'bis.example'
const PASSWORD = 'played'.repeat(4)
const SOURCE = '/root/source'
const CA = '/etc/ca/caddy/pki/authorities/local/root.crt'
const ENV = '/etc/bis/bis.env'
const OWNER = '/etc/bis/owner.env'
const READY = 'Бис работает'
const ATOMIC = 'libatomic1'

/** A local ACME authority in place of a public one; certbot requests from it and trusts it. */
const AUTHORITY = `{
  admin off
  auto_https disable_redirects
  http_port 8080
  skip_install_trust
}
https://ca.localhost:8443 {
  tls internal
  acme_server
}
`
const CERTBOT = `server = https://ca.localhost:8443/acme/local/directory
register-unsafely-without-email = true
agree-tos = true
non-interactive = true
`

async function startAuthority(machine: DebianMachine): Promise<void> {
  machine.write('/etc/ca/Caddyfile', AUTHORITY)
  machine.write('/etc/letsencrypt/cli.ini', CERTBOT)
  await machine.sh(`cd /etc/ca && apt-get download -q caddy && dpkg -x caddy_*.deb .
    echo '127.0.0.1 ${SITE} ca.localhost' >> /etc/hosts
    systemd-run --unit=ca --setenv=XDG_DATA_HOME=/etc/ca /etc/ca/usr/bin/caddy run --config /etc/ca/Caddyfile --adapter caddyfile
    until [ -e ${CA} ]; do sleep 0.2; done`)
}

/** Tries `npm start` as a person who only wants to look, on a Debian that has Node and no more. */
async function lookByNpmStart(machine: DebianMachine, broken: string[]): Promise<void> {
  await machine.install('--no-install-recommends nodejs npm')
  if ((await machine.sh('ldconfig -p | grep libatomic || true')) !== '')
    broken.push(`${ATOMIC} is there already`)
  await machine.sh(
    `useradd -m guest && cp -r ${SOURCE} /home/guest/bis && chown -R guest /home/guest/bis`,
  )
  const output = await machine.sh(
    'cd /home/guest/bis && runuser -u guest -- env HOME=/home/guest npm start 2>&1 || echo refused',
  )
  if (!/libatomic1 .*apt-get install libatomic1/u.test(output) || !output.endsWith('refused'))
    broken.push(`without ${ATOMIC} npm start tells a user ${output.slice(-300)}`)
  const started = await machine.sh(`cp -r ${SOURCE} /root/demo && cd /root/demo
    PORT=3100 npm start > start.log 2>&1 & pid=$!
    for second in $(seq 240); do grep -q '${READY}' start.log && break; sleep 1; done
    kill $pid; cat start.log; ldconfig -p | grep libatomic`)
  if (!started.includes(READY)) broken.push(`npm start of root tells ${started.slice(-300)}`)
}

/** Returns the registry of the day in which the bank hands over this payment, less three per cent. */
async function registryOf(url: string, id: string): Promise<string> {
  const database = { engine: 'postgres', environment: { DATABASE_URL: url } } as const
  const { amount, bankPaymentId, createdAt } = await inDatabase(database, (sql) =>
    sql.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
  const line: Partial<Record<RegistryColumn, string>> = {
    reference: id,
    date: moscowDate(createdAt),
    time: moscowTime(createdAt),
    gross: String(amount / 100),
    fee: String((amount * 0.03) / 100),
    operation: 'Debit',
    bankPaymentId: bankPaymentId ?? '',
  }
  const columns = Object.keys(REGISTRY_TITLES) as RegistryColumn[]
  const rows = [columns.map((one) => REGISTRY_TITLES[one]), columns.map((one) => line[one] ?? '')]
  return `\uFEFF${rows.map((cells) => cells.join(';')).join('\n')}\n`
}

async function run(context: ScenarioContext): Promise<ScenarioFinding> {
  await using ends = new AsyncDisposableStack()
  const broken: string[] = []
  const machine = await debianMachine('bare')
  ends.defer(machine.remove)
  await machine.copyTree(SOURCE)
  context.logProgress('npm start with nothing but Node')
  await lookByNpmStart(machine, broken)
  const mail = await startMailServer({ host: machine.gateway })
  ends.defer(mail.close)

  /** Runs a line of the page as typed, in the directory where the lines before it left the shell. */
  const typed = (line: string) => machine.sh(`[ ! -e /opt/bis ] || cd /opt/bis\n${line}`)
  const filled = { PASSWORD, SOURCE, NAME: SITE }
  for (const line of commandsOf('certbot', filled)) {
    context.logProgress(line)
    if (line.includes('certbot --')) await startAuthority(machine)
    const output = await typed(
      line.includes('certbot --') ? `export REQUESTS_CA_BUNDLE=${CA}\nexec 2>&1\n${line}` : line,
    )
    if (output.includes('[warn]')) broken.push(output)
    if (line.startsWith('apt-get'))
      await machine.sh(
        `cd ${SOURCE} && git init -q && git add -A && git -c user.name=a -c user.email=a@a commit -qm one`,
      )
    // The scenario reads the tables afterwards.
    if (line.includes('create role'))
      await machine.sh(`echo "listen_addresses = '*'" > /etc/postgresql/17/main/conf.d/played.conf
        echo 'host bis bis ${machine.gateway}/32 scram-sha-256' >> /etc/postgresql/17/main/pg_hba.conf
        systemctl restart postgresql`)
    if (line.includes('owner.env'))
      machine.write(OWNER, machine.read(OWNER).replaceAll('PASSWORD@', `${PASSWORD}@`))
    if (line.includes('bis.env'))
      machine.write(
        ENV,
        withValues(machine.read(ENV).replaceAll('PASSWORD@', `${PASSWORD}@`), {
          PUBLIC_URL: `https://${SITE}`,
          METRICS_TOKEN: PASSWORD,
          SMTP_URL: mail.url,
          // The units raise the limit of open files; the machine that runs this may not.
          MAX_WATCHERS: '2000',
          HALL_NEW_DEVICES_PER_SECOND: '500',
          HALL_ORDERS_PER_MINUTE: '20000',
          SANDBOX_BANK: 'on',
        }),
      )
  }
  const failing = await machine.sh(
    "systemctl --failed --plain --no-legend | grep -E 'bis|nginx|redis|postgres' || true",
  )
  if (failing !== '') broken.push(failing)

  context.logProgress('a stranger signs up, is ordered from, paid, and paid out')
  const proxy = await openHttpsProxy(SITE, machine.address, machine.read(CA))
  ends.defer(proxy.remove)
  const musician = await signUpMusician(proxy, mail)
  const paid = await paidOutAt(proxy, musician, 300)
  const bisctl = (words: string) => machine.sh(`cd /tmp && /opt/bis/deploy/bisctl ${words}`)

  context.logProgress('every command of the page')
  await bisctl(`admin grant ${musician.username}`)
  await ask(proxy.url, api.payment.stuck, {}, musician.token)
  await bisctl(`admin revoke ${musician.username}`)
  const audit = await bisctl('ledger audit')
  if (!audit.includes('Книги сходятся')) broken.push(audit)
  machine.write('/srv/songs.csv', 'title,artistName\nПервая,Бродячий оркестр\n')
  await machine.sh('chmod 644 /srv/songs.csv')
  await bisctl('songs import /srv/songs.csv')
  const songs = await bisctl('songs export')
  if (!songs.includes('Бродячий оркестр')) broken.push('an imported song is not exported')
  const quality = await bisctl('songs quality')
  if (!quality.includes('всего обещанного')) broken.push(quality)
  const cases = await bisctl('bank test-cases')
  const databaseUrl = `postgres://bis:${PASSWORD}@${machine.address}/bis`
  machine.write('/srv/registry.csv', await registryOf(databaseUrl, paid))
  await machine.sh('chmod 644 /srv/registry.csv')
  // Of a day that is over: the line is booked whenever it was paid.
  const yesterday = moscowDay(new Date(Date.now() - DAY_MS))
  const registry = await bisctl(`ledger registry /srv/registry.csv ${yesterday}`)
  if (!registry.includes('операций: 1')) broken.push(registry)
  const readState = async () => ({
    payment: await paymentAt(proxy.url, paid),
    money: await moneyAt(proxy.url, musician),
    books: await bisctl('ledger trial'),
  })
  const before = await readState()
  if (!before.books.includes('settlement_cash')) broken.push('the registry is not in the books')
  await machine.sh('systemctl start bis-backup')
  const copy = await machine.sh('ls /var/lib/bis-backups/*.backup | tail -1')
  const trial = await bisctl(`restore ${copy} --trial`)

  context.logProgress('a new version under load')
  const upgrade = await underLoad(proxy.url, databaseUrl, async () => {
    for (const line of commandsOf('bis-2', {
      ...filled,
      FILE: '/var/lib/bis-backups/before.backup',
    }))
      await typed(line)
  })
  const folders = await machine.sh(
    'for port in 3001 3002; do readlink /proc/$(systemctl show -p MainPID --value bis@$port)/cwd; done | sort -u',
  )
  if (folders !== '/opt/bis-2') broken.push(`after the upgrade processes run in ${folders}`)

  context.logProgress('all is put back from the backup')
  await machine.sh('systemctl stop bis@3001 bis@3002')
  await bisctl(`restore ${copy} --replace`)
  await machine.sh('systemctl start bis@3001 bis@3002')
  await eventually(() => readState().catch(() => null), before, 60_000)

  return {
    figures: {
      ...upgrade.figures,
      'trial restore': trial.split('\n').at(-1) ?? '',
      'test cases': cases.split('\n').at(-1) ?? '',
    },
    broken: [...broken, ...upgrade.broken],
    slow: [],
  }
}

export const scenario: Scenario = {
  number: 39,
  title:
    "The administrator's day of docs/operations.md on a bare Debian with systemd, nginx, PostgreSQL, Redis",
  pass: 'every command as written; paid out behind TLS; 0 failed calls while upgraded',
  engines: ['postgres'],
  inTests: [],
  minutes: 40,
  run,
}
