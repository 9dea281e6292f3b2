/**
 * The form in which typed texts are compared (NFKC): a letter with its mark is one sign or two, wide letters are those
 * of other keyboards.
 */
export const normalForm = (text: string): string => text.normalize('NFKC')

/** The key of a typed nickname, «@nick» too, or of a typed address, which contains an @ of its own. */
export function loginKey(typed: string): string {
  const login = typed.trim().replace(/^@/u, '')
  // An address is stored as it is composed.
  return (login.includes('@') ? login.normalize('NFC') : normalForm(login)).toLowerCase()
}
