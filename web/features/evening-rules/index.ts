/** The rules of an evening, of which the running pad shows a part. */
export { EVERY, PRESETS, usePreview } from './presets.ts'
export { BarredSongs } from './barred-songs.tsx'
