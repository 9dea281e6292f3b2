/** How large a name may be printed so that it keeps to its lines: by its length and by its longest word. */
export function nameSize(name: string): 'large' | 'middle' | 'small' {
  const longest = Math.max(...name.split(/\s+/u).map((word) => word.length))
  if (name.length <= 18 && longest <= 12) return 'large'
  return name.length <= 40 && longest <= 20 ? 'middle' : 'small'
}
