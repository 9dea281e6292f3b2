/** The result of one bench at one size. */
export type Figure = {
  readonly bench: string
  readonly unit: string
  readonly ours: number
  /** Whether it is a rate: higher is better. */
  readonly rate: boolean
  /** The reference's name and its value of the same figure; null without a reference. */
  readonly reference: { readonly name: string; readonly value: number } | null
  /** CPU of the answering process, ms a request. */
  readonly cpuMs?: number
  /** Rows a request that the database read in sequential scans; absent where it does not report them. */
  readonly walked?: number
}

export type FiguresOfSize = {
  readonly database: string
  readonly times: number
  readonly figures: readonly Figure[]
}

const short = (value: number) =>
  Number(value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2))

/** The ratio of the costs; above 1 the cost grew. */
function grown(first: number, now: number, rate: boolean): number | '' {
  const ratio = rate ? first / now : now / first
  return Number.isFinite(ratio) ? Number(ratio.toFixed(2)) : ''
}

/** A row for each bench and size: the figure, its cost relative to 1×, and the same of its reference. */
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

/** The rows as a Markdown table for a page of docs/. */
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
