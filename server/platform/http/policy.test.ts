import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { pagePolicy, pageSources, sealPage } from './policy.ts'

const NONCE = 'q8ZsYVt2Lw0kXb4NfR7uCg=='
const SOURCES = pageSources({ publicUrl: 'https://bis.example', secure: true })
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const rulesOf = (policy: string) =>
  new Map(
    policy.split('; ').map((rule) => {
      const [name = '', ...sources] = rule.split(' ')
      return [name, sources] as const
    }),
  )
const rules = rulesOf(pagePolicy({ scripts: [hashOf('say(1)')], styles: [] }, SOURCES))

const BUILD = 'https://bis.example/assets/'

test('scripts are those of the build, and inline ones that are named', () => {
  assert.deepEqual(rules.get('script-src'), [BUILD, hashOf('say(1)')])
})

test('without https the site is reached at more than one address, and scripts are of its own', () => {
  const sources = pageSources({ publicUrl: 'http://localhost:3000', secure: false })
  assert.deepEqual(sources, { scripts: "'self'", socket: 'ws://localhost:3000' })
})

test('nothing is allowed that is not named', () => {
  assert.deepEqual(rules.get('default-src'), ["'none'"])
  for (const [name, sources] of rules)
    for (const source of sources)
      assert.ok(
        source === BUILD || !/unsafe|\*|https?:/u.test(source),
        `${name} lets through more than our own: ${source}`,
      )
})

test('the live channel may be opened at our own origin alone', () => {
  assert.deepEqual(rules.get('connect-src'), ["'self'", 'wss://bis.example'])
})

test('a page stands in no frame, and its forms lead nowhere else', () => {
  assert.deepEqual(rules.get('frame-ancestors'), ["'none'"])
  assert.deepEqual(rules.get('form-action'), ["'self'"])
  assert.deepEqual(rules.get('base-uri'), ["'none'"])
})

test('a string becomes no markup by itself', () => {
  assert.deepEqual(rules.get('require-trusted-types-for'), ["'script'"])
  assert.deepEqual(rules.get('trusted-types'), ['default', 'bis'])
})

describe('a page that is sealed', () => {
  const seal = (html: string) => {
    const { html: sealed, policy } = sealPage(html, NONCE, SOURCES)
    return { sealed, named: rulesOf(policy) }
  }

  test('has the hash of each script and style of ours in its policy, and no mark in its text', () => {
    const { sealed, named } = seal(
      `<style data-sheets="/a.css" nonce="${NONCE}">a{b:c}</style><i>я</i>` +
        `<script nonce="${NONCE}">say("я > x")</script>`,
    )
    assert.equal(
      sealed,
      '<style data-sheets="/a.css">a{b:c}</style><i>я</i><script>say("я > x")</script>',
    )
    assert.deepEqual(named.get('style-src'), ["'self'", hashOf('a{b:c}')])
    assert.deepEqual(named.get('script-src'), [BUILD, hashOf('say("я > x")')])
  })

  test('names nothing that was not drawn by us, wherever it stands', () => {
    const theirs =
      '<script>steal()</script><style>a{}</style><script nonce="guess">steal()</script>'
    const { sealed, named } = seal(
      `${theirs}<script nonce="${NONCE}">ours()</script>${theirs}<b nonce="${NONCE}">x</b>${theirs}`,
    )
    assert.deepEqual(named.get('script-src'), [BUILD, hashOf('ours()')])
    assert.deepEqual(named.get('style-src'), ["'self'"])
    assert.ok(sealed.includes(theirs))
  })

  test('loads its modules after its first paint', () => {
    const { sealed, named } = seal(
      `<head><link rel="modulepreload" href="/a.js" nonce="${NONCE}"/></head>` +
        `<script nonce="${NONCE}" type="module" async="">import "/a.js";\nrun()</script><p>`,
    )
    const [, preloads, early = '', start, starter = ''] =
      /^<head><template id="preloads">(.*)<\/template><script>(.*)<\/script><\/head><template id="modules">(.*)<\/template><script>(.*)<\/script><p>$/su.exec(
        sealed,
      ) ?? []
    assert.equal(preloads, '<link rel="modulepreload" href="/a.js" fetchpriority="low"/>')
    assert.equal(start, '<script type="module" async="">import "/a.js";\nrun()</script>')
    assert.deepEqual(named.get('script-src'), [
      BUILD,
      hashOf('import "/a.js";\nrun()'),
      hashOf(early),
      hashOf(starter),
    ])
  })
})
