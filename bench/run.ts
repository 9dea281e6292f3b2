import { cpus } from 'node:os'
import { parseArgs } from 'node:util'

const BENCHES = [
  'orders',
  'paid-orders',
  'unpaid-tips',
  'api',
  'fanout',
  'start',
  'pages',
  'overload',
  'first-order',
  'lighthouse',
  'songs',
  'concerts',
  'growth',
  'growth-followers',
  'growth-word',
] as const
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false } },
})
const name = BENCHES.find((known) => known === positionals[0])
if (name === undefined) {
  process.stderr.write(`Какой замер? npm run bench -- ${BENCHES.join(' | ')} [--short]\n`)
  process.exit(1)
}
// Set before the bench is loaded, so that it and its child processes read the same value.
if (values.short) process.env['BENCH_SHORT'] = '1'
const { bench } = (await import(`./${name}.ts`)) as { bench(): Promise<void> }
console.log(
  `${name}${values.short ? ', short' : ''}: ${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, Node ${process.version}\n`,
)
await bench()
process.exit(0)
