import { checkSuggestion } from '../order.ts'
import { Refusal } from '../refusal.ts'

/** What a line of a catalogue's file says: a song, or in Russian why it is none. */
export type FileLine = { title: string; artistName: string } | { leftOut: string }

/** Tidies what a line says; leaves out what no song may be called. */
export function asSong(title: string, artistName: string): FileLine {
  try {
    return checkSuggestion(title, artistName)
  } catch (error) {
    if (error instanceof Refusal) return { leftOut: error.message }
    throw error
  }
}
