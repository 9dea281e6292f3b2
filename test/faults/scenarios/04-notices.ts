import { testFiles } from '../test-files.ts'

export const scenario = testFiles(
  4,
  'Provider notices ×5, reordered, delayed past the concert’s end, with wrong amount or signature',
  'ledger sums to 0, one credit each, each unconfirmed order refunded once, forged ones 4xx and logged',
  [
    'test/api/{payment-notices,forged-notices,payment-lost-answers,payment-failures}.test.ts',
    'test/money/any-evening.test.ts',
  ],
)
