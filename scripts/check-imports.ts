import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { ICruiseResult, IFlattenedRuleSet } from 'dependency-cruiser'
import { cruise } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'

const ROOMS = ['domain', 'contract', 'server', 'web', 'test', 'scripts']
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

/** A planted violation must be caught: a checker that reads nothing reports success. */
async function proveThatRulesFire(): Promise<string[]> {
  const folder = mkdtempSync('domain/planted-')
  try {
    const file = join(folder, 'planted.ts')
    writeFileSync(file, "import 'node:fs'\nimport '#server/config.ts'\n")
    const { summary } = await look([folder])
    const caught = summary.violations.some(({ rule }) => rule.name === 'domain-is-pure')
    return caught ? [] : ['the import rules do not fire: a planted violation went unseen']
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Who imports whom against scripts/import-rules.cjs; the sentences that stand against it. */
export async function checkImports(): Promise<string[]> {
  const { modules, summary } = await look(ROOMS)
  const read = modules.filter(({ source }) => /\.tsx?$/.test(source)).length
  const wrong = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
  const blind = read < 50 ? [`the import checker read only ${read} modules`] : []
  return [...wrong, ...blind, ...(await proveThatRulesFire())]
}
