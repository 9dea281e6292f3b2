import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { localNetworkAddress } from '#server/greeting.ts'
import { ownFolder, runToEnd, startProduct } from '#test/support/product.ts'
import { readQr } from '#test/support/read-qr.ts'
import { laySeed } from '#test/support/seed.ts'

const folders: { remove(): void }[] = []
function folder(): string {
  const own = ownFolder()
  folders.push(own)
  laySeed(join(own.path, 'database'))
  return own.path
}
after(() => {
  for (const own of folders) own.remove()
})

describe('a wrong value stops the start with one sentence', () => {
  const wrong: [string, string, RegExp][] = [
    ['PORT', 'восемь', /PORT должно быть целым числом от 0 до 65535, а задано «восемь»/],
    ['DATABASE_URL', 'mysql://x', /DATABASE_URL должно быть адресом вида postgres:/],
  ]
  for (const [name, value, sentence] of wrong)
    test(`${name}=${value}`, async () => {
      const { code, words } = await runToEnd({ DATA_DIR: folder(), [name]: value })
      assert.equal(code, 1)
      assert.match(words, sentence)
      assert.doesNotMatch(words, /at .*\.ts:\d+/, 'no stack trace')
    })

  test('a password inside a wrong DATABASE_URL is not repeated', async () => {
    const { words } = await runToEnd({ DATABASE_URL: 'mysql://root:swordfish@db/x' })
    assert.doesNotMatch(words, /swordfish/)
  })

  test('a database server that is not there', async () => {
    const { code, words } = await runToEnd({ DATABASE_URL: 'postgres://bis@127.0.0.1:1/bis' })
    assert.equal(code, 1)
    assert.match(words, /База данных не отвечает/)
  })
})

describe('two processes on one embedded directory', () => {
  test('the second refuses, and the first goes on', async () => {
    const DATA_DIR = folder()
    const first = await startProduct({ DATA_DIR })
    const second = await runToEnd({ DATA_DIR, PORT: '0' })
    assert.equal(second.code, 1)
    assert.match(second.words, /уже работает другой процесс/)
    assert.equal((await fetch(`${first.url}/readyz`)).status, 200)
    await first.kill('SIGTERM')
  })

  test('a lock that a killed process left is taken over', async () => {
    const DATA_DIR = folder()
    const first = await startProduct({ DATA_DIR })
    await first.kill('SIGKILL')
    const second = await startProduct({ DATA_DIR })
    assert.equal((await second.kill('SIGTERM')).code, 0)
  })
})

test(
  'SIGTERM ends the process in order, with 0, also under a request that never ends',
  {
    timeout: 120_000,
  },
  async () => {
    const product = await startProduct({ DATA_DIR: folder() })
    const { port } = new URL(product.url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write(
      'POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{',
    )
    await fetch(`${product.url}/healthz`)
    const { code, signal } = await product.kill('SIGTERM')
    assert.deepEqual({ code, signal }, { code: 0, signal: null })
  },
)

const isPaidLive = (one: { artist: { username: string }; sessionStatus: string }) =>
  one.artist.username === 'mark-luzhin' && one.sessionStatus === 'NOW'

test('a second start keeps the data', async () => {
  const DATA_DIR = folder()
  const first = await startProduct({ DATA_DIR, DEMO: 'on' })
  const concerts = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
  const list = async () =>
    (await fetch(`${first.url}/api/v1/session/get-sessions`, concerts)).json()
  // Played once the server answers.
  let listed = await list()
  while (!listed.data.some(isPaidLive)) listed = await list()
  const page = '/api/v1/page/get-info?artistUsername=mark-luzhin'
  const before = await (await fetch(`${first.url}${page}`)).json()
  await first.kill('SIGTERM')
  const second = await startProduct({ DATA_DIR, DEMO: 'on' })
  assert.deepEqual(await (await fetch(`${second.url}${page}`)).json(), before)
  const again = await (await fetch(`${second.url}/api/v1/session/get-sessions`, concerts)).json()
  assert.deepEqual(
    again.data.map((concert: { id: string }) => concert.id),
    listed.data.map((concert: { id: string }) => concert.id),
  )
  await second.kill('SIGTERM')
})

describe('a demo', () => {
  const KEYS = { TBANK_TERMINAL_KEY: 'Bis', TBANK_PASSWORD: 'swordfish' }

  test('does not start beside the keys of a real bank', async () => {
    // Said or not: the embedded database is a demo by itself.
    for (const DEMO of ['on', '']) {
      const { code, words } = await runToEnd({ DATA_DIR: folder(), DEMO, ...KEYS })
      assert.equal(code, 1)
      assert.match(words, /DEMO=on не живёт рядом с ключами настоящего банка: задайте DEMO=off/u)
      assert.doesNotMatch(words, /swordfish|at .*\.ts:\d+/u)
    }
  })

  test('stays one: with DEMO=off, and so with real keys, its database is refused', async () => {
    const DATA_DIR = folder()
    await (await startProduct({ DATA_DIR, DEMO: 'on' })).kill('SIGTERM')
    for (const more of [{}, KEYS]) {
      const { code, words } = await runToEnd({ DATA_DIR, PORT: '0', ...more })
      assert.equal(code, 1)
      assert.match(words, /служит демо: задайте DEMO=on, а для настоящей работы возьмите пустую/u)
    }
  })

  test('is not made of what began as none, also where nobody says so', async () => {
    const DATA_DIR = folder()
    await (await startProduct({ DATA_DIR, ...KEYS })).kill('SIGTERM')
    const { code, words } = await runToEnd({ DATA_DIR, PORT: '0', DEMO: '' })
    assert.equal(code, 1)
    assert.match(words, /не демо: задайте DEMO=off/u)
    await (await startProduct({ DATA_DIR, ...KEYS })).kill('SIGTERM')
  })

  test('has a password of its own, which each start prints', async () => {
    const DATA_DIR = folder()
    const first = await startProduct({ DATA_DIR, DEMO: 'on' })
    const password = await first.demoPassword()
    const call = async (path: string, body: object, headers = {}) => {
      const answer = await fetch(`${first.url}/api/v1/auth/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
      return { status: answer.status, text: await answer.text() }
    }
    const login = (given: string) => call('login', { username: 'mark-luzhin', password: given })
    assert.notEqual((await login('Bis-demo-2026')).status, 200)
    assert.equal((await login(password)).status, 200)
    await first.kill('SIGTERM')
    const second = await startProduct({ DATA_DIR, DEMO: 'on' })
    assert.equal(await second.demoPassword(), password)
    await second.kill('SIGTERM')
  })

  test('listens on this machine alone, and says so where it is opened to others', async () => {
    const own = await startProduct({ DATA_DIR: folder(), DEMO: 'on', HOST: '' })
    const { port } = new URL(own.url)
    // Another address of this machine is how its neighbours would come.
    await assert.rejects(fetch(`http://127.0.0.2:${port}/readyz`))
    await own.demoPassword()
    assert.doesNotMatch(own.words(), /открыто другим машинам/u)
    await own.kill('SIGTERM')
    const open = await startProduct({ DATA_DIR: folder(), DEMO: 'on', HOST: '0.0.0.0' })
    await open.demoPassword()
    assert.match(open.words(), /Это демо открыто другим машинам: HOST=0\.0\.0\.0/u)
    assert.match(open.words(), /\/mailbox, только с этой машины/u)
    assert.doesNotMatch(open.words(), /^\{/mu)
    const { port: opened } = new URL(open.url)
    const address = localNetworkAddress(networkInterfaces()) ?? 'localhost'
    const site = `http://${address}:${opened}`
    const picture = await fetch(`${site}/api/v1/qr/get-image/mark-luzhin`)
    const led = await readQr(new Uint8Array(await picture.arrayBuffer()))
    assert.equal(led, `${site}/user/mark-luzhin`)
    const page = await (await fetch(`${site}/`)).text()
    assert.match(page, /Наведите камеру на код/u)
    assert.equal((await fetch(`http://localhost:${opened}/mailbox`)).status, 200)
    assert.equal((await fetch(`${site}/mailbox`)).status, address === 'localhost' ? 200 : 404)
    await open.kill('SIGTERM')
  })
})
