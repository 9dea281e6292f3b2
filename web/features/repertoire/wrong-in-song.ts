import { checkSuggestion } from '#domain/order.ts'
import { Refusal } from '#domain/refusal.ts'

/** What the server would refuse of a song typed by hand, by its fields: `title`, `artistName`. */
export function wrongInSong(title: string, artistName: string): Readonly<Record<string, string>> {
  try {
    checkSuggestion(title, artistName)
    return {}
  } catch (error) {
    if (error instanceof Refusal && error.fields !== undefined) return error.fields
    throw error
  }
}
