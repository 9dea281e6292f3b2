import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { readConfig } from '#server/config/config.ts'
import { VARIABLES } from '#server/config/variables.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const COMPOSE = read('deploy/compose/compose.yaml')
const SERVICE = read('deploy/systemd/bis@.service')
const BACKUP = read('deploy/systemd/bis-backup.service')
const MIGRATE = read('deploy/systemd/bis-migrate.service')

/** Variables required for many processes behind a proxy. */
const REQUIRED =
  'PUBLIC_URL TRUST_PROXY DATABASE_URL REDIS_URL S3_ENDPOINT S3_BUCKET S3_REGION S3_ACCESS_KEY S3_SECRET_KEY MAX_WATCHERS STOP_WAIT_SECONDS METRICS_TOKEN'.split(
    ' ',
  )
/** Not our variables: the runtime's, and the system's. */
const OF_OTHERS = new Set(['NODE_ENV', 'NODE_EXTRA_CA_CERTS', 'PATH', 'MALLOC_MMAP_THRESHOLD_'])
/** What the configuration reads. */
const KNOWN = new Set(Object.keys(VARIABLES.properties))
/** Set by the image, only for the embedded database, or kept from the processes. */
const NOT_OF_COMPOSE = [
  'DATABASE_OWNER_URL',
  'HOST',
  'PORT',
  'DATA_DIR',
  'BUILD_DIR',
  'BACKUPS',
  'BACKUP_DIR',
]
/** The most seconds from SIGTERM to a process's end, besides STOP_WAIT_SECONDS. */
const LONGEST_STOP = 12

/** Lines of NAME=value, including commented-out ones, which are there to be filled in. */
function variablesOf(text: string): Record<string, string> {
  const lines = text.matchAll(/^#?([A-Z][A-Z\d_]*)=(.*)$/gmu)
  return Object.fromEntries(
    [...lines].map(([, name = '', value = '']) => [name, value.replace(/^'(.*)'$/u, '$1')]),
  )
}

/** The environment of the processes in compose.yaml. */
function environmentOfCompose(): Record<string, string> {
  const [, block = ''] = /environment: &environment\n((?: {6}.*\n)+)/u.exec(COMPOSE) ?? []
  const lines = block.matchAll(/^ {6}([A-Z\d_]+): '?(.*?)'?$/gmu)
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]))
}

function filled(value: string, given: Record<string, string>): string {
  return value.replaceAll(/\$\{(\w+)(?::[?-]([^}]*))?\}/gu, (_, name: string, otherwise = '') =>
    String(given[name] ?? otherwise),
  )
}

const unknown = (names: string[]) =>
  names.filter((name) => !KNOWN.has(name) && !OF_OTHERS.has(name))

describe('the compose file', () => {
  const example = variablesOf(read('deploy/compose/.env.example'))

  test('passes every variable that the configuration reads, and no other', () => {
    const names = Object.keys(environmentOfCompose())
    assert.deepEqual(unknown(names), [])
    assert.deepEqual(
      [...names.filter((name) => KNOWN.has(name)), ...NOT_OF_COMPOSE].toSorted(),
      [...KNOWN].toSorted(),
    )
  })

  test('takes its own values from .env.example, which names nothing that is not asked for', () => {
    const asked = new Set([...COMPOSE.matchAll(/\$\{(\w+)/gu)].map(([, name = '']) => name))
    const named = Object.keys(example)
    assert.deepEqual(
      named.filter((name) => !asked.has(name)),
      [],
    )
    assert.deepEqual(
      [...asked].filter((name) => !named.includes(name) && !KNOWN.has(name)),
      [],
    )
    for (const [, name = ''] of COMPOSE.matchAll(/\$\{(\w+):\?\}/gu))
      assert.equal(example[name], '', `${name} is filled in by whoever deploys`)
  })

  test('gives a configuration that starts', () => {
    const given = { SITE_NAME: 'bis.example', MAIL_FROM: 'a@bis.example', SMTP_URL: 'smtp://mail' }
    const secrets = Object.fromEntries(
      Object.entries(example).map(([name, value]) => [name, value || `secret-of-${name}`]),
    )
    const environment = Object.fromEntries(
      Object.entries(environmentOfCompose()).map(([name, value]) => [
        name,
        filled(value, /^(?:TBANK|LEGAL)_/u.test(name) ? {} : { ...secrets, ...given }),
      ]),
    )
    const config = readConfig(environment)
    assert.equal(config.publicUrl, 'https://bis.example')
    assert.equal(config.trustProxy, true)
    assert.equal(config.files.kind, 's3')
    assert.equal(config.demo, false)
  })

  test('builds every service of ours here, and knows of each how it is', () => {
    const services = COMPOSE.split(/\n(?= {2}[a-z]+:\n)/u)
    const ours = services.filter((text) => text.includes('image: bis:'))
    assert.equal(ours.length, 3)
    // An image without `build` would be pulled from a public registry.
    for (const text of ours) assert.match(text, /\n {4}build:/u)
    // `up --wait` fails with a service without a health check.
    assert.doesNotMatch(COMPOSE, /disable: true/u)
  })

  test('has the proxy keep what it may have to send to a second process', () => {
    assert.match(read('deploy/compose/Caddyfile'), /^\t\trequest_buffers \d+KiB$/mu)
  })

  test('gives a process the time it takes to go', () => {
    const [, grace = '0'] =
      /stop_grace_period: (\d+)s/u.exec(COMPOSE.split('\n  proxy:')[0] ?? '') ?? []
    const wait = Number(environmentOfCompose()['STOP_WAIT_SECONDS'])
    assert.ok(Number(grace) > wait + LONGEST_STOP)
  })
})

describe('the hourly backup', () => {
  const DAYS_OLD = {
    'bis-2026-11-01T10-00-00Z.backup': 20,
    'bis-2026-11-18T21-00-00Z.backup': 3,
    'bis-2026-11-18T22-00-00Z.backup': 3,
    'bis-2026-11-19T22-00-00Z.backup': 2,
    'bis-2026-11-20T20-00-00Z.backup': 0,
    'bis-2026-11-20T21-00-00Z.backup': 0,
    'bis-2026-11-20T21-00-00Z.backup.0a.tmp': 2,
  }
  const COPIES = Object.keys(DAYS_OLD).filter((name) => name.endsWith('.backup'))
  /** Without what is two weeks old, and the earlier one of the two of a day that is over. */
  const THINNED = COPIES.toSpliced(0, 2)

  function folderOfCopies(t: TestContext): string {
    const folder = mkdtempSync(join(tmpdir(), 'backups-'))
    t.after(() => rmSync(folder, { recursive: true }))
    for (const [name, days] of Object.entries(DAYS_OLD)) {
      writeFileSync(join(folder, name), '')
      const seconds = Date.now() / 1000 - days * 86_400 - 60
      utimesSync(join(folder, name), seconds, seconds)
    }
    return folder
  }

  /** The names left after one round of the container's loop, whose `node` ends so. */
  function leftAfter(t: TestContext, status: number): string[] {
    const folder = folderOfCopies(t)
    const [, loop = ''] = /\n {6}- \|\n((?: {8}.*\n)+)/u.exec(COMPOSE) ?? []
    const script = loop
      .replaceAll('$$', '$')
      .replaceAll('/backups', folder)
      .replace('sleep 3600 & wait $!', 'exit')
    const node = `node() { return ${status}; }`
    assert.equal(spawnSync('sh', ['-c', `${node}\n${script}`]).status, 0)
    return readdirSync(folder)
  }

  test('takes the older ones away only once it has made a new one, and the last of each day stays', (t) => {
    assert.deepEqual(leftAfter(t, 1).toSorted(), COPIES)
    assert.deepEqual(leftAfter(t, 0).toSorted(), THINNED)
  })

  test('keeps the same as a unit', (t) => {
    const folder = folderOfCopies(t)
    for (const [, line = ''] of BACKUP.matchAll(/^ExecStart(?:Pre|Post)=(.*)$/gmu)) {
      const command = line.replaceAll('$$', '$').replaceAll('/var/lib/bis-backups', folder)
      // Of a shell, the quotes of systemd mean the same but for the dollar.
      const quoted = command.replace('seen[$1]', String.raw`seen[\$1]`)
      assert.equal(spawnSync('sh', ['-c', quoted]).status, 0, line)
    }
    assert.deepEqual(readdirSync(folder).toSorted(), THINNED)
  })

  test('takes what a killed one has left away first, as a unit too', () => {
    assert.match(
      BACKUP,
      /^ExecStartPre=\/usr\/bin\/find .* -name "bis-\*\.tmp" -mtime \+0 -delete$/mu,
    )
    assert.match(BACKUP, /^ExecStartPost=\/usr\/bin\/find .* -name "bis-\*\.backup" /mu)
  })
})

describe('the units', () => {
  const example = variablesOf(read('deploy/systemd/bis.env.example'))

  test('are given variables that the configuration reads, and all that many processes need', () => {
    const own = [...`${SERVICE}${BACKUP}${MIGRATE}`.matchAll(/^Environment=(.*)$/gmu)]
      .flatMap(([, line = '']) => line.split(' '))
      .map((word) => word.split('=')[0] ?? '')
    assert.deepEqual(unknown([...Object.keys(example), ...own]), [])
    assert.deepEqual(
      REQUIRED.filter((name) => !(name in example)),
      [],
    )
  })

  test('are given a configuration that starts, and one that a backup reads too', () => {
    const config = readConfig({ ...example, PORT: '3001', DATA_DIR: '/var/lib/bis' })
    assert.equal(config.backups, null)
    assert.equal(config.trustProxy, true)
  })

  test('and the compose file keep the owner of the tables from the processes', () => {
    const owner = variablesOf(read('deploy/systemd/owner.env.example'))
    const config = readConfig({ ...example, ...owner })
    const [role, owning] = [config.databaseUrl, config.databaseOwnerUrl].map(
      (url = '') => new URL(url).username,
    )
    assert.deepEqual([role, owning], ['bisapp', 'bis'])
    assert.ok(!('DATABASE_OWNER_URL' in { ...example, ...environmentOfCompose() }))
    assert.deepEqual(
      [SERVICE, BACKUP, MIGRATE].map((unit) => unit.includes('EnvironmentFile=/etc/bis/owner.env')),
      [false, false, true],
    )
    // The same user could read the environment of the other process.
    assert.match(MIGRATE, /^DynamicUser=yes$/mu)
    assert.match(SERVICE, /^After=.* bis-migrate\.service$/mu)
    assert.match(SERVICE, /^Wants=.* bis-migrate\.service$/mu)
  })

  test('give a process the time it takes to go', () => {
    const [, stop = '0'] = /^TimeoutStopSec=(\d+)$/mu.exec(SERVICE) ?? []
    assert.ok(Number(stop) > Number(example['STOP_WAIT_SECONDS']) + LONGEST_STOP)
  })
})

/** Difficult values of an environment file, as written and as meant. */
const HARD = [
  ["SPACES='Бис <no-reply@bis.example.ru>'", 'Бис <no-reply@bis.example.ru>'],
  [`SIGNS='"$HOME" # \`no\` \\ comment'`, '"$HOME" # `no` \\ comment'],
  ['QUOTED="it\'s \\$5, \\"five\\" \\\\ #1"', `it's $5, "five" \\ #1`],
  ['PLAIN=smtps://u:p%40w@mail.example:465', 'smtps://u:p%40w@mail.example:465'],
  ['EMPTY=', ''],
] as const

describe('bisctl', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bisctl-'))
  const file = join(folder, 'bis.env')
  mkdirSync(join(folder, 'deploy'))
  copyFileSync('deploy/bisctl', join(folder, 'deploy/bisctl'))
  const show = 'console.log(JSON.stringify({ args: process.argv.slice(2), env: process.env }))'
  writeFileSync(join(folder, 'show.js'), show)
  writeFileSync(join(folder, 'package.json'), '{"scripts":{"show":"node show.js"}}')
  after(() => rmSync(folder, { recursive: true }))
  const env = { ...process.env, BIS_ENV_FILE: file, BIS_USER: userInfo().username }
  const bisctl = (...words: string[]) =>
    spawnSync(join(folder, 'deploy/bisctl'), words, { env, encoding: 'utf8' })

  test('runs a script of npm with the file’s variables and its own words as they are', () => {
    writeFileSync(file, `# «Бис»\n\n${HARD.map(([line]) => line).join('\n')}\n`)
    const { stdout, stderr } = bisctl('show', 'a b', '$HOME', '--trial')
    const shown = JSON.parse(stdout || `"${stderr}"`) as { args: string[]; env: NodeJS.ProcessEnv }
    assert.deepEqual(shown.args, ['a b', '$HOME', '--trial'])
    for (const [line, meant] of HARD) assert.equal(shown.env[line.split('=')[0] ?? ''], meant)
    assert.equal(shown.env['DATA_DIR'], '/var/lib/bis')
  })

  test('refuses what systemd and a shell would read differently, and tells no value', () => {
    for (const line of [
      'A=Бис <no@x>',
      'A=pa$word',
      'A=it"s',
      "A='o",
      'A="$B"',
      '# \\',
      'export A=1',
    ]) {
      writeFileSync(file, `GOOD=1\n${line}\n`)
      const { status, stderr } = bisctl('show')
      assert.equal(status, 1, line)
      assert.match(stderr, /читают по-разному строки 2:/u, line)
      assert.doesNotMatch(stderr, /word|no@x/u)
    }
  })

  test('tells who owns the tables to what makes tables alone, and to root alone', () => {
    writeFileSync(file, 'PLAIN=1\n')
    copyFileSync('deploy/systemd/owner.env.example', join(folder, 'owner.env'))
    const shown = JSON.parse(bisctl('show').stdout) as { env: NodeJS.ProcessEnv }
    assert.equal(shown.env['DATABASE_OWNER_URL'], undefined)
  })

  test('reads the example of the units', () => {
    copyFileSync('deploy/systemd/bis.env.example', file)
    const shown = JSON.parse(bisctl('show').stdout) as { env: NodeJS.ProcessEnv }
    assert.equal(shown.env['MAIL_FROM'], 'Бис <no-reply@bis.example.ru>')
  })
})

test('nginx is given no file that a fresh Debian with ssl-cert has not', () => {
  const files = [...read('deploy/nginx.conf').matchAll(/^ *ssl_certificate(?:_key)? (\S+);$/gmu)]
  assert.deepEqual(
    files.map(([, path]) => path),
    ['/etc/ssl/certs/ssl-cert-snakeoil.pem', '/etc/ssl/private/ssl-cert-snakeoil.key'],
  )
})

test('nginx hands on no host and no address that a visitor wrote', () => {
  const proxy = read('deploy/nginx.conf')
  const set = new Map(
    [...proxy.matchAll(/^ *proxy_set_header (\S+) (\S+);$/gmu)].map(([, name, value]) => [
      name,
      value,
    ]),
  )
  assert.equal(set.get('Host'), '$server_name')
  assert.equal(set.get('X-Forwarded-For'), '$remote_addr')
  assert.equal(set.get('X-Forwarded-Proto'), '$scheme')
  for (const name of ['X-Forwarded-Host', 'Forwarded']) assert.equal(set.get(name), '""', name)
  assert.doesNotMatch(proxy, /\$(?:http_)?host\b/u)
})

test('the proxies log no address and no path, and name each request themselves', () => {
  const [nginx, caddy] = [read('deploy/nginx.conf'), read('deploy/compose/Caddyfile')]
  const servers = nginx.split(/^server \{$/mu).slice(1)
  assert.equal(servers.length, 2)
  for (const server of servers) {
    assert.match(server, /^ {2}access_log off;$/mu)
    // A line of a lower level holds the request.
    assert.match(server, /^ {2}error_log \S+ emerg;$/mu)
  }
  assert.match(nginx, /^ {2}proxy_set_header X-Request-Id \$request_id;$/mu)
  const filter = String.raw`\{\n\tlog \{\n[^}]*format filter \{\s+wrap json\s+fields \{\s+request delete\n`
  assert.match(caddy, new RegExp(`^${filter}`, 'u'))
  assert.match(caddy, /^\t\theader_up X-Request-Id \{http\.request\.uuid\}$/mu)
})

test('nginx asks the other build of a rolling upgrade for the files that one has not, and for nothing else', () => {
  const places = [...read('deploy/nginx.conf').matchAll(/^ {2}location (\S+) \{\n([^}]*)\}$/gmu)]
  const [other, ...more] = places.filter(([, , lines = '']) => lines.includes('http_404'))
  assert.deepEqual([other?.[1], more], ['/assets/', []])
  // Its own headers would replace those of the whole server, not add to them.
  for (const [, , lines = ''] of places) assert.doesNotMatch(lines, /proxy_set_header/u)
})

test('the image runs as nobody in particular, and can be asked how it is', () => {
  const image = read('deploy/Containerfile')
  assert.match(image, /PATH=\/bis\/node_modules\/\.bin:\$PATH/u)
  assert.match(image, /^USER bis$/mu)
  assert.match(image, /^HEALTHCHECK [\s\S]*\/readyz/mu)
  assert.match(image, /setup\.mjs run$/mu, 'only what runs is installed')
})

test('what a deployment keeps beside the files of the product gets into no image and no commit', () => {
  const [, folder = ''] = /volumes: \['\.\/([\w-]+):\/backups'[,\]]/u.exec(COMPOSE) ?? []
  assert.ok(folder !== '', 'the backups lie in a folder of the machine')
  for (const list of ['.dockerignore', '.gitignore'])
    for (const path of ['.env', folder, 'keys'].map((name) => `deploy/compose/${name}`))
      assert.ok(read(list).split('\n').includes(path), `${list} names ${path}`)
})

test('who restores a backup may write where a trial restore does, on a disk, and reads the key of the backups', () => {
  const services = COMPOSE.split(/^ {2}(?=[a-z]+:$)/mu)
  const own = services.filter((service) => service.includes("user: '${BACKUP_USER:-10001}'"))
  assert.equal(own.length, 2)
  for (const service of own) {
    assert.match(service, /\/data:uid=\$\{BACKUP_USER:-10001\},/u)
    assert.match(service, /'\.\/keys:\/keys:ro'/u)
  }
  const backup = own.find((service) => service.startsWith('backup:')) ?? ''
  const [, dataDir] = /^ {6}DATA_DIR: (\S+)$/mu.exec(backup) ?? []
  assert.equal(dataDir, '/backups/data')
  assert.match(backup, /-path \/backups\/data\/trial -mtime \+0 -prune -exec rm -r/u)
})

describe('an upgrade of the containers', () => {
  /** roll.sh beside a docker whose images and containers are files: a container's file holds its image's id. */
  function dockerOf(t: TestContext) {
    const folder = mkdtempSync(join(tmpdir(), 'roll-'))
    t.after(() => rmSync(folder, { recursive: true }))
    copyFileSync('deploy/compose/roll.sh', join(folder, 'roll.sh'))
    for (const kind of ['images', 'apps']) mkdirSync(join(folder, kind))
    const docker = `#!/bin/sh
cd ${folder}
for last; do :; done
start() { for app in 1 2; do cp images/"$BIS_VERSION" apps/"$BIS_VERSION-$app"; done; }
case "$*" in
  'compose config --images'*) printf 'postgres:18\\nbis:%s\\nbis:%s\\n' "$BIS_VERSION" "$BIS_VERSION" ;;
  'image inspect '*) cat images/"\${last#bis:}" ;;
  'image rm '*) rm images/"\${last#bis:}" ;;
  'compose build app') echo "id of $CODE" > images/"$BIS_VERSION" ;;
  'compose run '*' migrate') [ "$CODE" != unmigrated ] ;;
  'compose ps '*) ls apps ;;
  'inspect '*) shift 3; cd apps && cat "$@" ;;
  'compose up '*' app') start; ! grep -q broken images/"$BIS_VERSION" ;;
  'compose up '*) [ -n "$(ls apps)" ] || start ;;
  'rm '*) rm apps/"$last" ;;
esac
`
    writeFileSync(join(folder, 'docker'), docker, { mode: 0o755 })
    writeFileSync(join(folder, 'sleep'), '#!/bin/sh\n', { mode: 0o755 })
    return (BIS_VERSION: string, CODE: string, ...flags: string[]) => {
      const PATH = `${folder}:${process.env['PATH'] ?? ''}`
      const env = { ...process.env, PATH, BIS_VERSION, CODE }
      const { status, stderr } = spawnSync(join(folder, 'roll.sh'), flags, {
        env,
        encoding: 'utf8',
      })
      const apps = readdirSync(join(folder, 'apps'))
      const runs = new Set(apps.map((app) => read(join(folder, 'apps', app)).trim()))
      return { status, stderr, runs: [...runs].join() }
    }
  }

  test('builds its version once, so that the one before comes back as it was', (t) => {
    const roll = dockerOf(t)
    assert.equal(roll('one', 'good').runs, 'id of good')
    assert.equal(roll('two', 'better').runs, 'id of better')
    assert.deepEqual(roll('one', 'better'), { status: 0, stderr: '', runs: 'id of good' })
  })

  test('asks for another name where this one runs already', (t) => {
    const roll = dockerOf(t)
    roll('local', 'good')
    const { status, stderr, runs } = roll('local', 'better')
    assert.deepEqual([status, runs], [1, 'id of good'])
    assert.match(stderr, /bis:local runs already.*another BIS_VERSION/u)
    assert.equal(roll('local', 'good', '--same').status, 0)
  })

  test('keeps no image that did not get ready, so that the mended code is built', (t) => {
    const roll = dockerOf(t)
    roll('one', 'good')
    for (const code of ['broken', 'unmigrated']) {
      const { status, runs } = roll('two', code)
      assert.deepEqual([status, runs], [1, 'id of good'])
    }
    assert.equal(roll('two', 'mended').runs, 'id of mended')
    // One that was ready once is not this run's to take away.
    roll('three', 'good')
    assert.equal(roll('two', 'unmigrated').status, 1)
    assert.equal(roll('two', 'anything').runs, 'id of mended')
  })
})
