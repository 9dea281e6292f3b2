/** The rules of an evening, of which the running pad shows a part. */
export { EVERY, NEEDS_PAID, PRESETS, usePreview, WORDS_CHOICES } from './presets.ts'
export { BarredSongs } from './barred-songs.tsx'
