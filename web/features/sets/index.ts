/** The artist's sets beside his songs. */
export { SetList } from './set-list.tsx'
export type { SetLine } from './use-sets.ts'
export { useSets } from './use-sets.ts'
