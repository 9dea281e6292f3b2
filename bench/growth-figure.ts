/** What one bench found at one size. */
export type Figure = {
  readonly bench: string
  readonly unit: string
  readonly ours: number
  /** More of it is better: a rate. */
  readonly rate: boolean
  /** The same figure of what the bench compares with, and what that is; null where nothing compares. */
  readonly reference: { readonly name: string; readonly value: number } | null
  /** Of processor, ms a request, in the process that answers. */
  readonly cpuMs?: number
  /** Rows that the database read by walking whole tables, a request; where it tells. */
  readonly walked?: number
}

export type FiguresOfSize = {
  readonly database: string
  readonly times: number
  readonly figures: readonly Figure[]
}

const short = (value: number) =>
  Number(value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2))

/** How many times as dear; above 1 it grew. */
function grown(first: number, now: number, rate: boolean): number | '' {
  const ratio = rate ? first / now : now / first
  return Number.isFinite(ratio) ? Number(ratio.toFixed(2)) : ''
}

/** A row for each bench and size: the figure, how many times as dear as at 1×, and the same of its reference. */
export function rowsOf(sizes: readonly FiguresOfSize[]): Record<string, string | number>[] {
  const benches = sizes.flatMap(({ database, figures }) =>
    figures.map(({ bench }) => JSON.stringify([database, bench])),
  )
  return [...new Set(benches)].flatMap((named) => {
    const [wanted, name] = JSON.parse(named) as [string, string]
    const found = sizes.flatMap(({ database, times, figures }) => {
      const figure = figures.find(({ bench }) => database === wanted && bench === name)
      return figure === undefined ? [] : [{ times, figure }]
    })
    const first = found[0]?.figure
    return found.map(({ times, figure }) => rowOf(wanted, times, figure, first ?? figure))
  })
}

function rowOf(database: string, times: number, figure: Figure, first: Figure) {
  const { bench, unit, ours, rate, reference, cpuMs, walked } = figure
  return {
    database,
    bench,
    size: `${times}×`,
    unit,
    figure: short(ours),
    'ratio to 1×': grown(first.ours, ours, rate),
    reference: reference === null ? '' : `${reference.name}: ${short(reference.value)}`,
    'its ratio':
      reference === null || first.reference === null
        ? ''
        : grown(first.reference.value, reference.value, rate),
    'CPU, ms': cpuMs === undefined ? '' : short(cpuMs),
    'CPU ratio':
      cpuMs === undefined || first.cpuMs === undefined ? '' : grown(first.cpuMs, cpuMs, false),
    'rows walked': walked === undefined ? '' : short(walked),
  }
}

/** The rows as a table that can stand in a page of docs/. */
export function markdownOf(rows: readonly Record<string, string | number>[]): string {
  const [first = {}] = rows
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  const names = Object.keys(first)
  return [
    line(names),
    line(names.map(() => '---')),
    ...rows.map((row) => line(names.map((name) => row[name] ?? ''))),
  ].join('\n')
}
