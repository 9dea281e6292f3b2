import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, describe, test } from 'node:test'
import { ownFolder, runToEnd, startProduct } from '#test/support/product.ts'

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
    ['PORT', '70000', /PORT должно быть целым числом/],
    ['DATABASE_URL', 'mysql://x', /DATABASE_URL должно быть адресом вида postgres:/],
    ['PUBLIC_URL', 'bis.example', /PUBLIC_URL должно быть адресом вида http:/],
    ['DEMO', 'maybe', /DEMO принимает on или off/],
    ['LOG_LEVEL', 'loud', /LOG_LEVEL принимает silent, error, warn, info, debug/],
    ['SMTP_URL', 'mail.example', /SMTP_URL должно быть адресом вида smtp:/],
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

test('SIGTERM ends the process in order, with 0', async () => {
  const product = await startProduct({ DATA_DIR: folder() })
  const { code, signal } = await product.kill('SIGTERM')
  assert.deepEqual({ code, signal }, { code: 0, signal: null })
})

test('a request that never ends does not hold the process', { timeout: 25_000 }, async () => {
  const product = await startProduct({ DATA_DIR: folder() })
  const { port } = new URL(product.url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(
    'POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{',
  )
  await fetch(`${product.url}/healthz`)
  assert.equal((await product.kill('SIGTERM')).code, 0)
})

test('a second start keeps the data', async () => {
  const DATA_DIR = folder()
  const first = await startProduct({ DATA_DIR, DEMO: 'on' })
  const page = '/api/v1/page/get-info?artistUsername=mark-luzhin'
  const before = await (await fetch(`${first.url}${page}`)).json()
  const concerts = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
  const listed = await (await fetch(`${first.url}/api/v1/session/get-sessions`, concerts)).json()
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
