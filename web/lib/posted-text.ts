/** What was typed into a field of a form that was sent; empty for a field that is not there, and for a file. */
export function postedText(posted: FormData | undefined, name: string): string {
  const value = posted?.get(name)
  return typeof value === 'string' ? value : ''
}
