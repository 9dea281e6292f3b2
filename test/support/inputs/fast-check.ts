import { configureGlobal } from 'fast-check'

export * from 'fast-check'

/** The same cases in every run of the tests, so that no failure is random; `npm run faults` uses its own seeds. */
export const FUZZ_SEED = Number(process.env['FUZZ_SEED'] ?? 1)
configureGlobal({ seed: FUZZ_SEED })
