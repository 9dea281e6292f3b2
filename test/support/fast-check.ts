import { configureGlobal } from 'fast-check'

export * from 'fast-check'

/** The same cases in every run of the tests, so that none fails by chance; `npm run faults` gives seeds of its own. */
export const FUZZ_SEED = Number(process.env['FUZZ_SEED'] ?? 1)
configureGlobal({ seed: FUZZ_SEED })
