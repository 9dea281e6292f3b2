/** Joins the class names that are there; what a condition left out is skipped. */
export function classes(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
