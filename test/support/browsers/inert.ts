import type { Page } from 'playwright-core'
import type { TestSite } from './journey.ts'
import { SOON_MS } from '../eventually.ts'

/** A text without what a page's typography may change: spaces, quotes, kinds of dashes, entities. */
const flat = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replace(/[\s\u00A0\u202F]+/gu, '')
    .replace(/["'«»“”„‘’]/gu, '')
    .replace(/[-–—]+/gu, '-')

/** Returns the text on the page and in its fields, and the elements and scripts that hostile text has become. */
function lookAtWords() {
  const words: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode() !== null) {
    const { currentNode } = texts
    if (currentNode.parentElement?.closest('script, style, template') === null)
      words.push(currentNode.nodeValue ?? '')
  }
  for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea'))
    words.push(field.value)
  const acts = new Set(['href', 'src', 'action', 'formaction', 'srcdoc', 'xlink:href', 'data'])
  const grown = [...document.querySelectorAll('*')].filter(
    (element) =>
      element.matches('iframe, object, embed, base, img[src="x"]') ||
      (element.localName === 'script' && element.textContent.startsWith('window.__xss')) ||
      [...element.attributes].some(
        ({ name, value }) =>
          name.startsWith('on') || (acts.has(name) && /^\W*javascript:/iu.test(value)),
      ),
  )
  return {
    words: words.join(''),
    grown: grown.map(({ outerHTML }) => outerHTML.slice(0, 200)),
    ran: '__xss' in window,
    structured: [...document.querySelectorAll('script[type="application/ld+json"]')].map(
      ({ textContent }) => textContent,
    ),
  }
}

/** A page and the hostile texts that it shows. */
export type Shown = {
  path: string
  words?: readonly string[]
  open?: (page: Page) => Promise<void>
}

/** Returns the texts that are missing on the page, and what became an element or ran. */
async function problemsAt(page: Page, url: string, { path, words = [], open }: Shown) {
  await page.goto(`${url}${path}`, { waitUntil: 'networkidle' })
  await open?.(page)
  const missing = (read: string) => words.filter((one) => !flat(read).includes(flat(one)))
  const until = Date.now() + SOON_MS
  let look = await page.evaluate(lookAtWords)
  // A cabinet's page is drawn once its code runs, which may be long after the last request.
  while (missing(look.words).length > 0 && Date.now() < until) {
    await page.waitForTimeout(250)
    look = await page.evaluate(lookAtWords)
  }
  const where = decodeURIComponent(path)
  return [
    ...missing(look.words).map((one) => `${where}: is not shown as it is: ${one}`),
    ...look.grown.map((html) => `${where}: has become an element: ${html}`),
    ...(look.ran ? [`${where}: a script has run`] : []),
    ...look.structured.flatMap((text) => notJson(text).map((why) => `${where}: JSON-LD ${why}`)),
  ]
}

function notJson(text: string): string[] {
  try {
    JSON.parse(text)
    return []
  } catch {
    return [`is broken: ${text.slice(0, 200)}`]
  }
}

/** Checks every page in a few tabs at once; returns all faults, and every dialog. */
export async function readBack(
  site: TestSite,
  first: Page,
  pages: readonly Shown[],
): Promise<string[]> {
  const problems: string[] = []
  const left = [...pages]
  first.context().on('dialog', (dialog) => {
    // A filled form asks whether to leave the page: accept.
    const leaves = dialog.type() === 'beforeunload'
    if (!leaves)
      problems.push(`a dialog says «${dialog.message()}» at ${dialog.page()?.url() ?? ''}`)
    void (leaves ? dialog.accept() : dialog.dismiss())
  })
  const read = async (tab: Page) => {
    for (let next = left.shift(); next !== undefined; next = left.shift())
      problems.push(...(await problemsAt(tab, site.url, next)))
  }
  const more = await Promise.all([first.context().newPage(), first.context().newPage()])
  await Promise.all([first, ...more].map(read))
  return problems
}
