import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createContext, runInContext } from 'node:vm'

const SITE = 'https://bis'
const SCRIPT = readFileSync('web/public/sw.js', 'utf8')

type Asked = { url: string; mode?: string }
type Network = (path: string) => string | Promise<string>

const urlOf = (asked: string | Asked) =>
  new URL(typeof asked === 'string' ? asked : asked.url, SITE).href

/** The worker over this network; `get` resolves once it stored all that it wants to. */
function workerOver(network: Network) {
  const cached = new Map<string, string>()
  const cache = {
    async put(asked: string | Asked, answer: Response) {
      const text = await answer.text()
      cached.delete(urlOf(asked))
      cached.set(urlOf(asked), text)
    },
    match: async (asked: string | Asked) => {
      const text = cached.get(urlOf(asked))
      return text === undefined ? undefined : new Response(text)
    },
    keys: async () => [...cached.keys()].map((url) => ({ url })),
    delete: async (asked: string | Asked) => cached.delete(urlOf(asked)),
  }
  const on: Record<string, (event: unknown) => void> = {}
  const requests: string[] = []
  let ahead = 0
  const world = createContext({
    URL,
    Date: { now: () => Date.now() + ahead },
    Response,
    setTimeout,
    Request: class {
      url: string
      constructor(path: string) {
        this.url = urlOf(path)
      }
    },
    location: { origin: SITE },
    caches: { open: async () => cache, match: cache.match },
    addEventListener: (name: string, listener: (event: unknown) => void) => (on[name] = listener),
    fetch: async (asked: Asked) => {
      const { pathname } = new URL(asked.url)
      requests.push(pathname)
      return new Response(await network(pathname))
    },
  })
  runInContext(SCRIPT, world)
  const get = async (path: string, mode = 'no-cors') => {
    let answer: Promise<Response> | undefined
    const kept: Promise<unknown>[] = []
    on['fetch']!({
      request: { url: urlOf(path), method: 'GET', mode },
      respondWith: (promise: Promise<Response>) => (answer = promise),
      waitUntil: (promise: Promise<unknown>) => kept.push(promise),
    })
    try {
      return await (await answer)!.text()
    } catch {
      return 'no network'
    } finally {
      for (let done = 0; done < kept.length; done = kept.length) await Promise.allSettled(kept)
    }
  }
  return {
    get,
    pad: () => get('/artist', 'navigate'),
    requests,
    advance: (ms: number) => (ahead += ms),
    has: (path: string) => cached.has(urlOf(path)),
  }
}

const padOf = (build: string) =>
  `<html lang="ru"><style>@font-face{src:url(/assets/face-${build}.woff2)}</style><link href="/assets/pad-${build}.css"><script src="/assets/pad-${build}.js"></script><script>import "/assets/lists-${build}.js"</script>`
const lost = () => Promise.reject(new TypeError('no network'))

test('a pad stays whole on the device until all the scripts of a newer one are there', async () => {
  let build = 'A'
  let isThere: (path: string) => boolean = () => true
  const worker = workerOver((path) => {
    if (!isThere(path)) return lost()
    return path.startsWith('/assets/') ? 'script' : padOf(build)
  })
  await worker.pad()
  isThere = () => false
  assert.equal(await worker.pad(), padOf('A'))
  assert.equal(await worker.get('/assets/pad-A.js'), 'script')

  build = 'B'
  isThere = (path) => path !== '/assets/lists-B.js'
  assert.equal(await worker.pad(), padOf('B'))
  isThere = () => false
  assert.equal(await worker.pad(), padOf('A'))

  isThere = () => true
  await worker.pad()
  isThere = () => false
  assert.equal(await worker.pad(), padOf('B'))
  assert.equal(await worker.get('/assets/lists-B.js'), 'script')
})

test('a script is requested once, however many need it', async () => {
  const html = Promise.withResolvers<string>()
  const script = Promise.withResolvers<string>()
  const worker = workerOver((path) => (path === '/artist' ? html.promise : script.promise))
  const pad = worker.pad()
  const asked = worker.get('/assets/pad-A.js')
  html.resolve(padOf('A'))
  setTimeout(() => script.resolve('script'), 5)
  await Promise.all([pad, asked, worker.get('/assets/lists-A.js')])
  assert.deepEqual(worker.requests.toSorted(), [
    '/artist',
    '/assets/lists-A.js',
    '/assets/pad-A.js',
  ])
})

test(
  'a page that is opened again does not wait for a request that stays silent',
  { timeout: 20_000 },
  async () => {
    const answers = [Promise.withResolvers<string>().promise, 'script']
    const worker = workerOver(() => answers.shift() ?? lost())
    void worker.get('/assets/pad-A.js')
    await new Promise(setImmediate)
    worker.advance(4000)
    assert.equal(await worker.get('/assets/pad-A.js'), 'script')
  },
)

test('what is deleted for lack of room is never a file of the page that was just opened', async () => {
  const worker = workerOver((path) => (path === '/artist' ? padOf('A') : 'file'))
  await worker.pad()
  await worker.get('/assets/face-A.woff2')
  const stable = Array.from({ length: 200 }, (_, index) => `/assets/stable-${index}.js`)
  for (let build = 0; build < 3; build += 1) {
    const changed = Array.from({ length: 200 }, (_, index) => `/assets/${build}-${index}.js`)
    const files = [...stable, ...changed]
    for (const file of files) await worker.get(file)
    assert.deepEqual(
      files.filter((file) => !worker.has(file)),
      [],
    )
  }
  assert.ok(worker.has('/assets/pad-A.js') && worker.has('/assets/face-A.woff2'))
})
