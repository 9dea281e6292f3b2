/**
 * Where an arrow, Home or End moves in a ring of `count` places; undefined for any other key.
 * `axis` says which pair of arrows counts.
 */
export function arrowStep(
  key: string,
  index: number,
  count: number,
  axis: 'horizontal' | 'vertical',
): number | undefined {
  const [back, forth] =
    axis === 'horizontal' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown']
  if (count === 0) return undefined
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key === forth) return (index + 1) % count
  if (key === back) return (index - 1 + count) % count
  return undefined
}
