import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { localNetworkAddress } from '#server/greeting.ts'
import { openEmbedded } from '#server/platform/db/open.ts'
import { eventually } from '#test/support/eventually.ts'
import { ownFolder, runToEnd, startProduct } from '#test/support/product/product.ts'
import { readQr } from '#test/support/browsers/read-qr.ts'

const folders: { remove(): void }[] = []
function folder(): string {
  const own = ownFolder()
  folders.push(own)
  return own.path
}
after(() => {
  for (const own of folders) own.remove()
})

describe('a wrong value stops the start with one sentence', () => {
  const wrong: [string, string, RegExp][] = [
    ['PORT', 'восемь', /PORT должно быть целым числом от 0 до 65535, а задано «восемь»/],
    [
      'DATABASE_URL',
      'mysql://root:swordfish@db/x',
      /DATABASE_URL должно быть адресом вида postgres:/,
    ],
  ]
  for (const [name, value, sentence] of wrong)
    test(`${name}=${value}`, async () => {
      const { code, output } = await runToEnd({ DATA_DIR: folder(), [name]: value })
      assert.equal(code, 1)
      assert.match(output, sentence)
      assert.doesNotMatch(output, /at .*\.ts:\d+|swordfish/, 'no stack trace, no password')
    })

  test('a BACKUP_DIR that cannot be written', async () => {
    const DATA_DIR = folder()
    const file = join(DATA_DIR, 'file')
    writeFileSync(file, '')
    const { code, output } = await runToEnd({ DATA_DIR, BACKUPS: 'on', BACKUP_DIR: file })
    assert.equal(code, 1)
    assert.match(output, /проверьте BACKUP_DIR/u)
  })

  test('a database server that is not there', async () => {
    const { code, output } = await runToEnd({ DATABASE_URL: 'postgres://bis@127.0.0.1:1/bis' })
    assert.equal(code, 1)
    assert.match(output, /База данных не отвечает/)
  })
})

test('two processes on one embedded directory', { timeout: 120_000 }, async (t) => {
  const DATA_DIR = folder()
  const first = await startProduct({ DATA_DIR })
  await t.test('the second refuses, and the first goes on', async () => {
    const second = await runToEnd({ DATA_DIR, PORT: '0' })
    assert.equal(second.code, 1)
    assert.match(second.output, /уже работает другой процесс/)
    assert.equal((await fetch(`${first.url}/readyz`)).status, 200)
  })
  await first.kill('SIGKILL')
  const heir = await startProduct({ DATA_DIR })
  const title =
    'the lock of a killed one is taken over; SIGTERM ends in order, with 0, also under a request that never ends'
  await t.test(title, async () => {
    const socket = connect(Number(new URL(heir.url).port), '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write(
      'POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{',
    )
    await fetch(`${heir.url}/healthz`)
    const { code, signal } = await heir.kill('SIGTERM')
    assert.deepEqual({ code, signal }, { code: 0, signal: null })
  })
})

const isPaidLive = (one: { artist: { username: string }; sessionStatus: string }) =>
  one.artist.username === 'mark-luzhin' && one.sessionStatus === 'NOW'

async function concertsAt(url: string) {
  const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
  const { data } = await (await fetch(`${url}/api/v1/session/get-sessions`, asked)).json()
  return data as (Parameters<typeof isPaidLive>[0] & { id: string })[]
}

async function artistAt(url: string): Promise<unknown> {
  return (await fetch(`${url}/api/v1/page/get-info?artistUsername=mark-luzhin`)).json()
}

async function loginAt(url: string, password: string): Promise<number> {
  const { status } = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'mark-luzhin', password }),
  })
  return status
}

describe('a demo', () => {
  const KEYS = { TBANK_TERMINAL_KEY: 'Bis', TBANK_PASSWORD: 'swordfish' }

  test('does not start beside the keys of a real bank', async () => {
    // Set or not: the embedded database is a demo by default.
    for (const DEMO of ['on', '']) {
      const { code, output } = await runToEnd({ DATA_DIR: folder(), DEMO, ...KEYS })
      assert.equal(code, 1)
      assert.match(output, /DEMO=on не живёт рядом с ключами настоящего банка: задайте DEMO=off/u)
      assert.doesNotMatch(output, /swordfish|at .*\.ts:\d+/u)
    }
  })

  test('is not made of what began as none, also where nobody says so', async () => {
    const DATA_DIR = folder()
    await (await startProduct({ DATA_DIR, ...KEYS })).kill('SIGTERM')
    const { code, output } = await runToEnd({ DATA_DIR, PORT: '0', DEMO: '' })
    assert.equal(code, 1)
    assert.match(output, /не демо: задайте DEMO=off/u)
    await (await startProduct({ DATA_DIR, ...KEYS })).kill('SIGTERM')
  })

  test('two starts of one', async (t) => {
    const DATA_DIR = folder()
    const own = await startProduct({ DATA_DIR, DEMO: 'on', HOST: '' })
    const password = await own.demoPassword()
    await t.test('has a password of its own, which it prints', async () => {
      assert.notEqual(await loginAt(own.url, 'Bis-demo-2026'), 200)
      assert.equal(await loginAt(own.url, password), 200)
    })
    await t.test('listens on this machine alone', async () => {
      // Neighbours would connect to another address of this machine.
      await assert.rejects(fetch(`http://127.0.0.2:${new URL(own.url).port}/readyz`))
      assert.doesNotMatch(own.output(), /открыто другим машинам/u)
    })
    // The paid concert begins only once the server answers.
    await eventually(async () => (await concertsAt(own.url)).some(isPaidLive), true)
    const listed = await concertsAt(own.url)
    const before = await artistAt(own.url)
    await own.kill('SIGTERM')

    const open = await startProduct({ DATA_DIR, DEMO: 'on', HOST: '0.0.0.0' })
    await t.test('the second keeps the data and the password', async () => {
      assert.deepEqual(await artistAt(open.url), before)
      assert.deepEqual(
        (await concertsAt(open.url)).map(({ id }) => id),
        listed.map(({ id }) => id),
      )
      assert.equal(await open.demoPassword(), password)
    })
    await t.test('says so where it is opened to others', async () => {
      assert.match(open.output(), /Это демо открыто другим машинам: HOST=0\.0\.0\.0/u)
      assert.match(open.output(), /\/mailbox, только с этой машины/u)
      assert.doesNotMatch(open.output(), /^\{/mu)
      const { port } = new URL(open.url)
      const address = localNetworkAddress(networkInterfaces()) ?? 'localhost'
      const site = `http://${address}:${port}`
      const picture = await fetch(`${site}/api/v1/qr/get-image/mark-luzhin`)
      const led = await readQr(new Uint8Array(await picture.arrayBuffer()))
      assert.equal(led, `${site}/user/mark-luzhin`)
      const page = await (await fetch(`${site}/`)).text()
      assert.match(page, /Наведите камеру на код/u)
      assert.equal((await fetch(`http://localhost:${port}/mailbox`)).status, 200)
      assert.equal((await fetch(`${site}/mailbox`)).status, address === 'localhost' ? 200 : 404)
    })
    await open.kill('SIGTERM')
    await t.test(
      'stays one: its database is refused with DEMO=off and with real keys',
      async () => {
        for (const more of [{}, KEYS]) {
          const { code, output } = await runToEnd({ DATA_DIR, PORT: '0', ...more })
          assert.equal(code, 1)
          assert.match(
            output,
            /служит демо: задайте DEMO=on, а для настоящей работы возьмите пустую/u,
          )
        }
      },
    )
    await t.test('what was paid to its bank never becomes real money', async () => {
      const database = await openEmbedded(join(DATA_DIR, 'database'))
      await database.sql.updateTable('installation').set({ demo: false }).execute()
      await database.close()
      const { code, output } = await runToEnd({ DATA_DIR, PORT: '0', ...KEYS })
      assert.equal(code, 1)
      assert.match(output, /через демо-банк .* для настоящей работы возьмите пустую базу/u)
    })
  })
})
