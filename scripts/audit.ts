import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Audits the product's dependencies, `npm run audit`: known vulnerabilities if the registry reports them, and checks
 * that need no registry. Exit codes: 0 nothing found, 1 something found, 2 nothing found and the registry does not
 * answer.
 */

type Locked = {
  version: string
  integrity?: string
  dev?: boolean
  optional?: boolean
  hasInstallScript?: boolean
}
type Advisory = { title?: string; url?: string; severity?: string; range?: string }
type Report = {
  message?: string
  vulnerabilities?: Record<string, { severity: string; via: (string | Advisory)[] }>
}

const say = (words: string) => process.stdout.write(`${words}\n`)
const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

const { dependencies, devDependencies, allowScripts } = read('package.json') as {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  allowScripts: Record<string, boolean>
}
const { packages } = read('package-lock.json') as { packages: Record<string, Locked> }
const locked = Object.entries(packages)
  .filter(([path]) => path !== '')
  .map(([path, one]) => ({ ...one, name: path.replace(/^.*node_modules\//u, '') }))

/** A version that may change by itself is not the reviewed one. */
function floating(): string[] {
  return Object.entries({ ...dependencies, ...devDependencies })
    .filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/u.test(version))
    .map(([name, version]) => `${name} is not pinned: ${version}`)
}

/** Without a checksum a package could change unnoticed; optional ones for other machines are not installed here. */
function unsealed(): string[] {
  return locked
    .filter(({ integrity, optional }) => integrity === undefined && optional !== true)
    .map(({ name, version }) => `${name} ${version} has no checksum in package-lock.json`)
}

/** An install script of a package runs with our permissions. */
function scripts(): string[] {
  return locked
    .filter(({ hasInstallScript, optional }) => hasInstallScript === true && optional !== true)
    .filter(({ name }) => allowScripts[name] !== true)
    .map(({ name, version }) => `${name} ${version} runs a script when it is installed`)
}

function findVulnerabilities(): { found: string[]; asked: boolean } {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8' })
  let report: Report
  try {
    report = JSON.parse(stdout) as Report
  } catch {
    return { found: [], asked: false }
  }
  const { vulnerabilities } = report
  if (vulnerabilities === undefined) {
    say(`The registry does not answer about vulnerabilities: ${report.message ?? 'no answer'}`)
    return { found: [], asked: false }
  }
  const found = Object.entries(vulnerabilities).map(([name, { severity, via }]) => {
    const why = via.map((one) => (typeof one === 'string' ? one : `${one.title} ${one.url}`))
    return `${name} (${severity}): ${why.join('; ')}`
  })
  return { found, asked: true }
}

const product = locked.filter(({ dev }) => dev !== true)
say(`${product.length} packages of the product, ${locked.length} with those for development`)
const { found, asked } = findVulnerabilities()
const wrong = [...floating(), ...unsealed(), ...scripts(), ...found]
for (const sentence of wrong) say(`  ${sentence}`)
if (wrong.length > 0) process.exit(1)
say(
  asked ? 'No vulnerability is known.' : 'Nothing found; known vulnerabilities could not be read.',
)
process.exit(asked ? 0 : 2)
