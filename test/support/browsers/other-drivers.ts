import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { freePort } from '../../../scripts/free-port.ts'

type Json = null | string | number | boolean | readonly Json[] | { readonly [name: string]: Json }
/** Actions have one form in both protocols. */
type Actions = readonly { [name: string]: Json }[]

/** The calls made over both protocols. `run`: the body of a function that returns JSON. */
type OtherDriver = {
  goto(url: string): Promise<void>
  run(body: string): Promise<Json>
  act(actions: Actions): Promise<void>
  /** Switches to the tab that a press opened beside this one. */
  toOtherTab(): Promise<void>
  setCookie(cookie: { name: string; value: string; url: string }): Promise<void>
  resize(size: { width: number; height: number }): Promise<void>
  /** A PNG in base64. */
  picture(): Promise<string>
  close(): Promise<void>
}

const START_MS = 30_000

async function untilIt<T>(works: () => Promise<T>): Promise<T> {
  const until = performance.now() + START_MS
  for (;;)
    try {
      return await works()
    } catch (error) {
      if (performance.now() > until) throw error
      await sleep(100)
    }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 5000)
  await closed
  clearTimeout(late)
}

/** WebKitGTK by W3C WebDriver over HTTP. */
export async function openWebKit(): Promise<OtherDriver> {
  // It picks a free display and writes its number to fd 1 as soon as it is ready.
  const args = ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp']
  const screen = spawn('Xvfb', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const [number] = (await once(screen.stdout, 'data')) as [Buffer]
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: `:${String(number).trim()}`,
      LANG: 'C.UTF-8',
      TZ: 'Europe/Moscow',
      // Runs as root and without a graphics card; WebKitGTK 2.50 takes no screenshot without compositing.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
  })
  const ask = async (method: string, path: string, body?: Json): Promise<Json> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { value } = (await answer.json()) as { value: Json }
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }
  const binary = `${webKitFolder()}/MiniBrowser`
  const options = { binary, args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  const { sessionId } = (await untilIt(() => ask('POST', '/session', { capabilities }))) as {
    sessionId: string
  }
  const at = (path: string) => `/session/${sessionId}${path}`
  return {
    async goto(url) {
      await ask('POST', at('/url'), { url })
    },
    run: (body) => ask('POST', at('/execute/sync'), { script: body, args: [] }),
    async act(actions) {
      await ask('POST', at('/actions'), { actions })
    },
    async toOtherTab() {
      // The present one may have closed itself.
      const now = await ask('GET', at('/window')).catch(() => null)
      const handles = (await ask('GET', at('/window/handles'))) as string[]
      const handle = handles.find((other) => other !== now)
      if (handle !== undefined) await ask('POST', at('/window'), { handle })
    },
    async setCookie({ name, value }) {
      await ask('POST', at('/cookie'), { cookie: { name, value, path: '/' } })
    },
    async resize(size) {
      await ask('POST', at('/window/rect'), { x: 0, y: 0, ...size })
    },
    picture: async () => (await ask('GET', at('/screenshot'))) as string,
    async close() {
      await ask('DELETE', at('')).catch(() => null)
      await end(driver)
      await end(screen)
    },
  }
}

function webKitFolder(): string {
  const folder = '/usr/lib/x86_64-linux-gnu'
  const found = readdirSync(folder).find((name) => name.startsWith('webkit2gtk-4.'))
  if (found === undefined) throw new Error('no WebKitGTK: apt-get install webkit2gtk-driver xvfb')
  return `${folder}/${found}`
}

/** Firefox over WebDriver BiDi on a WebSocket: Debian has no geckodriver. */
export async function openFirefox(): Promise<OtherDriver> {
  const profile = mkdtempSync(join(tmpdir(), 'bis-firefox-'))
  const prefs = {
    // A page of its own, still loading, would abort the first navigation.
    'browser.startup.page': 0,
    'intl.accept_languages': 'ru-RU, ru',
    'intl.locale.requested': 'ru',
    'dom.push.connection.enabled': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'app.update.enabled': false,
    'extensions.update.enabled': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'services.settings.server': 'data:,',
    'browser.safebrowsing.provider.mozilla.updateURL': '',
    'media.gmp-manager.url': 'data:,',
  }
  const lines = Object.entries(prefs).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const port = await freePort()
  const args = [
    '--headless',
    '--no-remote',
    '--profile',
    profile,
    '--remote-debugging-port',
    `${port}`,
  ]
  const firefox = spawn('firefox-esr', args, {
    stdio: 'ignore',
    env: { ...process.env, TZ: 'Europe/Moscow', HOME: profile },
  })
  const socket = await untilIt(async () => {
    const opening = new WebSocket(`ws://127.0.0.1:${port}/session`)
    await once(opening, 'open')
    return opening
  })
  const waiting = new Map<
    number,
    { resolve: (value: Json) => void; reject: (why: Error) => void }
  >()
  socket.on('message', (data: Buffer) => {
    const { id, result, error, message } = JSON.parse(String(data)) as {
      id?: number
      result?: Json
      error?: string
      message?: string
    }
    const asked = id === undefined ? undefined : waiting.get(id)
    if (asked === undefined) return
    if (error === undefined) asked.resolve(result ?? null)
    else asked.reject(new Error(`${error}: ${message}`))
  })
  let asked = 0
  const ask = (method: string, params: Json) =>
    new Promise<Json>((resolve, reject) => {
      asked += 1
      waiting.set(asked, { resolve, reject })
      socket.send(JSON.stringify({ id: asked, method, params }))
    })
  const tabs = async () => {
    const { contexts } = (await ask('browsingContext.getTree', { maxDepth: 0 })) as {
      contexts: { context: string }[]
    }
    return contexts.map(({ context }) => context)
  }
  await ask('session.new', { capabilities: {} })
  let context = (await tabs())[0] ?? ''
  return {
    async goto(url) {
      await ask('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async run(body) {
      const expression = `JSON.stringify((() => { ${body} })() ?? null)`
      const answer = (await ask('script.evaluate', {
        expression,
        target: { context },
        awaitPromise: false,
      })) as { result?: { value: string }; exceptionDetails?: { text: string } }
      if (answer.result === undefined) throw new Error(answer.exceptionDetails?.text)
      return JSON.parse(answer.result.value) as Json
    },
    async act(actions) {
      await ask('input.performActions', { context, actions })
    },
    async toOtherTab() {
      const now = context
      context = (await tabs()).find((other) => other !== now) ?? now
    },
    async setCookie({ name, value, url }) {
      const cookie = {
        name,
        value: { type: 'string', value },
        domain: new URL(url).hostname,
        path: '/',
      }
      await ask('storage.setCookie', { cookie })
    },
    async resize(size) {
      await ask('browsingContext.setViewport', { context, viewport: size })
    },
    async picture() {
      const { data } = (await ask('browsingContext.captureScreenshot', { context })) as {
        data: string
      }
      return data
    },
    async close() {
      socket.terminate()
      await end(firefox)
      rmSync(profile, { recursive: true, force: true })
    },
  }
}
