import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { ICruiseResult, IFlattenedRuleSet } from 'dependency-cruiser'
import { cruise } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'

const ROOMS = ['packages', 'domain', 'contract', 'server', 'demo', 'web', 'test', 'scripts']
const rules = createRequire(import.meta.url)('./import-rules.cjs') as {
  forbidden: IFlattenedRuleSet['forbidden']
  options: Record<string, unknown>
}

async function look(places: string[]): Promise<ICruiseResult> {
  const { output } = await cruise(
    places,
    { ...rules.options, validate: true, ruleSet: { forbidden: rules.forbidden ?? [] } },
    rules.options['enhancedResolveOptions'] as object,
    { tsConfig: extractTSConfig('tsconfig.json') },
  )
  if (typeof output === 'string') throw new Error('the import checker gave text, not a result')
  return output
}

/** Files that each break a rule: their folder, their imports, and the rules that must catch them. */
const PLANTED: readonly { room: string; imports: readonly string[]; caught: readonly string[] }[] =
  [
    {
      room: 'domain',
      imports: ['node:fs', '#server/config/config.ts'],
      caught: ['domain-is-pure'],
    },
    {
      room: 'packages/song-search',
      imports: ['#domain/time.ts'],
      caught: ['packages-stand-alone'],
    },
    {
      room: 'server/modules',
      imports: ['fastify', 'kysely', '#server/config/site.ts'],
      caught: ['modules-know-no-http', 'sql-only-in-stores', 'config-only-at-the-start'],
    },
    {
      room: 'server/modules/payments',
      imports: ['#server/modules/queue/queue.service.ts'],
      caught: ['floors'],
    },
    {
      room: 'web/features',
      imports: ['#web/features/ordering/order-screen.tsx', '#web/root.tsx'],
      caught: ['feature-meets-feature-by-its-index', 'features-below-routes'],
    },
    {
      room: 'web/parts',
      imports: ['#web/features/ordering/order-screen.tsx'],
      caught: ['parts-below-features', 'others-meet-a-feature-by-its-index'],
    },
  ]

/** A planted violation must be caught: a checker that reads nothing reports success. */
async function proveThatRulesFire(): Promise<string[]> {
  const unseen: string[] = []
  for (const { room, imports, caught } of PLANTED) {
    const folder = mkdtempSync(`${room}/planted-`)
    try {
      writeFileSync(
        join(folder, 'planted.ts'),
        imports.map((name) => `import '${name}'\n`).join(''),
      )
      const { summary } = await look([folder])
      const fired = new Set(summary.violations.map(({ rule }) => rule.name))
      unseen.push(...caught.filter((name) => !fired.has(name)))
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
  return unseen.map(
    (name) => `the import rule ${name} does not fire: a planted violation went unseen`,
  )
}

/** Checks the imports against scripts/import-rules.cjs; returns the faults, one sentence each. */
export async function checkImports(): Promise<string[]> {
  const { modules, summary } = await look(ROOMS)
  const read = modules.filter(({ source }) => /\.tsx?$/.test(source)).length
  const wrong = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
  const blind = read < 50 ? [`the import checker read only ${read} modules`] : []
  return [...wrong, ...blind, ...(await proveThatRulesFire())]
}
