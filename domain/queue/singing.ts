/** How many semitones up or down another key may be. */
export const KEY_SHIFT_MOST = 6

/** The next places from which a singer is called to the stage: before the second one two songs are left, the one that sounds and the next. */
export const STAGE_PLACES = 2

/** What a listener says who sings his order himself: whoever sings with him (may be empty), and semitones up or down. */
export type Singing = { readonly with: string; readonly keyShift: number }

/** Who sings a song, as far as the one who reads it may know. */
export type Singers = {
  readonly names: string[]
  readonly keyShift: number
  /** The word filter holds a name back. */
  readonly held?: true
}

const SHIFTS = ['полтона', 'тон', 'полтора тона', 'два тона', 'два с половиной тона', 'три тона']

/** «на тон выше»; null for the song's own key. */
export function keyShiftWords(semitones: number): string | null {
  const shift = SHIFTS[Math.abs(semitones) - 1]
  return shift === undefined ? null : `на ${shift} ${semitones > 0 ? 'выше' : 'ниже'}`
}

/** «Аня», «Аня и Олег», «Аня, Олег и Вера». */
function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} и ${last}`
}

const withKey = (words: string, keyShift: number) =>
  [words, keyShiftWords(keyShift)].filter((part) => part !== null).join(', ')

/** «Поёт Аня», «Поют Аня и Олег, на тон выше». */
export function singersWords({ names, keyShift, held }: Singers): string {
  if (names.length === 0) return withKey(held ? 'Поёт: скрыто' : 'Поёт гость', keyShift)
  const sing = names.length === 1 ? 'Поёт' : 'Поют'
  return withKey(`${sing} ${listed(names)}${held ? ', скрыто' : ''}`, keyShift)
}

/** «На сцене: Аня и Олег, на тон выше», of a song that is over. */
export function sungWords({ names, keyShift, held }: Singers): string {
  const who = names.length > 0 ? listed(names) : held ? 'скрыто' : 'гость'
  return withKey(`На сцене: ${who}`, keyShift)
}

/** «Вы поёте, вместе: Олег, на тон выше». */
export function ownSingingWords({ with: other, keyShift }: Singing): string {
  return withKey(other === '' ? 'Вы поёте' : `Вы поёте, вместе: ${other}`, keyShift)
}
