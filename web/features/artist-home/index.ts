/** The way on for a new musician, from whatever he has just done. */
export { NextStep } from './next-step.tsx'
