export { useKeepsake, useKeepsakes, useOwnSongs } from './use-keepsakes.ts'
