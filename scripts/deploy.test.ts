import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { readConfig } from '#server/config/config.ts'
import { VARIABLES } from '#server/config/variables.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const COMPOSE = read('deploy/compose/compose.yaml')
const SERVICE = read('deploy/systemd/bis@.service')
const BACKUP = read('deploy/systemd/bis-backup.service')

/** What many processes behind a proxy cannot do without. */
const REQUIRED =
  'PUBLIC_URL TRUST_PROXY DATABASE_URL REDIS_URL S3_ENDPOINT S3_BUCKET S3_REGION S3_ACCESS_KEY S3_SECRET_KEY MAX_WATCHERS STOP_WAIT_SECONDS METRICS_TOKEN'.split(
    ' ',
  )
/** Theirs and not ours: the runtime's, and the system's. */
const OF_OTHERS = new Set(['NODE_ENV', 'NODE_EXTRA_CA_CERTS', 'PATH', 'MALLOC_MMAP_THRESHOLD_'])
/** What the configuration reads. */
const KNOWN = new Set(Object.keys(VARIABLES.properties))
/** Seconds that a process may take from SIGTERM to its end, besides STOP_WAIT_SECONDS. */
const LONGEST_STOP = 12

/** Lines of NAME=value; those that are commented out stand there to be filled in too. */
function variablesOf(text: string): Record<string, string> {
  const lines = text.matchAll(/^#?([A-Z][A-Z\d_]*)=(.*)$/gmu)
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]))
}

/** The environment of the processes as compose.yaml writes it down. */
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

  test('names variables that the configuration reads, and all that many processes need', () => {
    const names = Object.keys(environmentOfCompose())
    assert.deepEqual(unknown(names), [])
    assert.deepEqual(
      REQUIRED.filter((name) => !names.includes(name)),
      [],
    )
  })

  test('takes every value from .env.example, which has no other and no secret', () => {
    const asked = new Set([...COMPOSE.matchAll(/\$\{(\w+)/gu)].map(([, name = '']) => name))
    assert.deepEqual([...asked].toSorted(), Object.keys(example).toSorted())
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

  test('gives a process the time it takes to go', () => {
    const [, grace = '0'] =
      /stop_grace_period: (\d+)s/u.exec(COMPOSE.split('\n  proxy:')[0] ?? '') ?? []
    const wait = Number(environmentOfCompose()['STOP_WAIT_SECONDS'])
    assert.ok(Number(grace) > wait + LONGEST_STOP)
  })
})

describe('the units', () => {
  const example = variablesOf(read('deploy/systemd/bis.env.example'))

  test('are given variables that the configuration reads, and all that many processes need', () => {
    const own = [...`${SERVICE}${BACKUP}`.matchAll(/^Environment=(.*)$/gmu)]
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

  test('give a process the time it takes to go', () => {
    const [, stop = '0'] = /^TimeoutStopSec=(\d+)$/mu.exec(SERVICE) ?? []
    assert.ok(Number(stop) > Number(example['STOP_WAIT_SECONDS']) + LONGEST_STOP)
  })
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

test('the image runs as nobody in particular, and can be asked how it is', () => {
  const image = read('deploy/Containerfile')
  assert.match(image, /PATH=\/bis\/node_modules\/\.bin:\$PATH/u)
  assert.match(image, /^USER bis$/mu)
  assert.match(image, /^HEALTHCHECK [\s\S]*\/readyz/mu)
  assert.match(image, /setup\.mjs run$/mu, 'only what runs is installed')
})

test('what a deployment keeps beside the files of the product gets into no image and no commit', () => {
  const [, folder = ''] = /volumes: \['\.\/([\w-]+):\/backups'\]/u.exec(COMPOSE) ?? []
  assert.ok(folder !== '', 'the backups lie in a folder of the machine')
  for (const list of ['.dockerignore', '.gitignore'])
    for (const path of ['deploy/compose/.env', `deploy/compose/${folder}`])
      assert.ok(read(list).split('\n').includes(path), `${list} names ${path}`)
})
