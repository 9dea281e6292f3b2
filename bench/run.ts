import { cpus } from 'node:os'

const BENCHES = ['orders', 'paid-orders', 'fanout', 'lighthouse', 'songs', 'concerts'] as const
const asked = process.argv[2]
const name = BENCHES.find((known) => known === asked)
if (name === undefined) {
  process.stderr.write(`Какой замер? npm run bench -- ${BENCHES.join(' | ')}\n`)
  process.exit(1)
}
const { bench } = (await import(`./${name}.ts`)) as { bench(): Promise<void> }
console.log(
  `${name}: ${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, Node ${process.version}\n`,
)
await bench()
process.exit(0)
