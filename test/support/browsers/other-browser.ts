import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PHONE, RESULTS } from './browser.ts'
import { eventually, SOON_MS } from '../eventually.ts'
import { openFirefox, openWebKit } from './other-drivers.ts'

export type OtherEngine = 'webkit' | 'firefox'

/**
 * In the page: finds the control or field of a name that a person could press now. A name is compared as its start, or
 * as a whole where `exact`. `middleOf` then takes its middle, null where there is none or something covers it.
 */
const FIND = String.raw`
  const visible = (one) => one.getClientRects().length > 0 && one.closest('[inert]') === null && getComputedStyle(one).visibility === 'visible'
  const clean = (text) => (text ?? '').replaceAll('\u00ad', '').replaceAll(/\s+/g, ' ').trim()
  const labelled = (one) => (one.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
  const nameOf = (one) => clean(one.getAttribute('aria-label')) || clean(labelled(one)) || clean([...(one.labels ?? [])].map((label) => label.innerText).join(' ')) || clean(one.innerText) || clean(one.getAttribute('placeholder')) || clean(one.getAttribute('alt'))
  const all = [...document.querySelectorAll(kind)].filter((one) => visible(one) && (exact ? nameOf(one) === name : nameOf(one).startsWith(name)))
  const found = all[0]
`
const PRESSED =
  'button, a[href], [role=button], [role=menuitem], [role=tab], [role=switch], [role=option], [role=radio], summary, label, input[type=checkbox], input[type=radio]'
const FILLED = 'input, textarea, select'

const STILL_LOOKS = 3

type Named = { exact?: boolean; kind?: string }

/** In the page: whether it contains this text. */
const reads = (words: string) => String.raw`
  const text = document.body.innerText.replaceAll('\u00ad', '').replaceAll(/\s+/g, ' ')
  return text.includes(${JSON.stringify(words)})`

/** Opens a person's phone with another browser engine. */
export async function openOther(engine: OtherEngine, size = PHONE) {
  const driver = engine === 'webkit' ? await openWebKit() : await openFirefox()
  await driver.resize(size)

  /** Also null during a navigation. */
  const look = (body: string) => driver.run(body).catch(() => null)
  const looking = (kind: string, name: string, exact: boolean) =>
    `const kind = ${JSON.stringify(kind)}; const name = ${JSON.stringify(name)}; const exact = ${exact}; ${FIND}`

  async function middleOf(kind: string, name: string, exact: boolean) {
    let before = ''
    let still = 0
    const until = performance.now() + SOON_MS
    for (;;) {
      const seen = await look(`${looking(kind, name, exact)}
        if (found === undefined) return null
        found.scrollIntoView({ block: 'center', behavior: 'instant' })
        const { x, y, width, height } = found.getBoundingClientRect()
        const at = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
        const top = document.elementFromPoint(at.x, at.y)
        return top !== null && (found.contains(top) || top.contains(found)) && found.getAttribute('aria-disabled') !== 'true' && !found.disabled ? at : null`)
      const place = JSON.stringify(seen)
      still = seen !== null && place === before ? still + 1 : 0
      before = place
      // A press on a moving control would miss it.
      if (still === STILL_LOOKS) return seen as { x: number; y: number }
      if (performance.now() > until) throw new Error(`nothing to press is called «${name}»`)
      await sleep(60)
    }
  }

  async function pressAt({ x, y }: { x: number; y: number }) {
    await driver.act([
      {
        type: 'pointer',
        id: 'finger',
        parameters: { pointerType: 'mouse' },
        actions: [
          { type: 'pointerMove', x, y, duration: 0 },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ])
  }

  const person = {
    goto: (url: string) => driver.goto(url),
    run: (body: string) => driver.run(body),
    /** Opens the site first: the cookie is set for the open address. */
    cookie: async (url: string, name: string, value: string) => {
      await driver.goto(`${url}/offline.html`)
      await driver.setCookie({ name, value, url })
    },
    toOtherTab: () => driver.toOtherTab(),
    url: async () => JSON.stringify(await look('return location.href')),

    /** Presses the control of this name: a button, a link, a tab, a row. */
    async press(name: string, { exact = true, kind = PRESSED }: Named = {}) {
      await pressAt(await middleOf(kind, name, exact))
    },

    /** Types into the field of this name as a person does, over its old text. */
    async fill(name: string, text: string, { exact = false, kind = FILLED }: Named = {}) {
      await pressAt(await middleOf(kind, name, exact))
      await eventually(() => look(`return document.activeElement.matches('${FILLED}')`), true)
      await driver.run('document.activeElement.select?.()')
      await driver.act([
        {
          type: 'key',
          id: 'keys',
          actions: Array.from(text).flatMap((letter) => [
            { type: 'keyDown', value: letter },
            { type: 'keyUp', value: letter },
          ]),
        },
      ])
    },

    /** Sets a field that cannot be typed into, such as a date. */
    async set(name: string, value: string) {
      await middleOf(FILLED, name, false)
      await driver.run(`${looking(FILLED, name, false)}
        const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(found), 'value')
        own.set.call(found, ${JSON.stringify(value)})
        found.dispatchEvent(new Event('input', { bubbles: true }))
        found.dispatchEvent(new Event('change', { bubbles: true }))
        return null`)
    },

    /** Waits until the words are on the screen. */
    async shows(words: string) {
      try {
        await eventually(() => look(reads(words)), true)
      } catch {
        const text = await driver.run('return document.body.innerText.slice(0, 1500)')
        throw new Error(`«${words}» is not on ${await person.url()}:\n${JSON.stringify(text)}`)
      }
    },

    showsNoMore: (words: string) => eventually(() => look(reads(words)), false),

    /** Saves a screenshot in test-results. */
    async picture(name: string) {
      mkdirSync(RESULTS, { recursive: true })
      writeFileSync(join(RESULTS, `${name}.png`), Buffer.from(await driver.picture(), 'base64'))
    },
    resize: (next: { width: number; height: number }) => driver.resize(next),
    [Symbol.asyncDispose]: () => driver.close(),
  }
  return person
}

export type OtherPerson = Awaited<ReturnType<typeof openOther>>
