/**
 * What the bank signs: the scalar fields of the root, sorted by name, their values without anything
 * between them. Objects and arrays fall out by what they are, so that a field that the bank adds one day
 * (`Data`, `Receipt`, `Params`) changes nothing. A null has no text.
 */
export function sortedValues(
  fields: Readonly<Record<string, unknown>>,
  leftOut: ReadonlySet<string>,
): string {
  return Object.keys(fields)
    .filter((name) => !leftOut.has(name))
    .toSorted(byCodeUnits)
    .map((name) => textOf(fields[name]))
    .join('')
}

// Plain order, as everybody's sort of strings but those of dictionaries has it.
function byCodeUnits(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
