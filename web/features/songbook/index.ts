/** The songs of a repertoire or of a set on paper and in files. */
export { useSongbookActions } from './use-songbook-actions.tsx'
