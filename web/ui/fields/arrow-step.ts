/** Returns where an arrow up or down, Home or End moves in a ring of `count` places; undefined for any other key. */
export function arrowStep(key: string, index: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key === 'ArrowDown') return (index + 1) % count
  if (key === 'ArrowUp') return (index - 1 + count) % count
  return undefined
}
