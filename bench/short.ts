/** `node bench/run.ts NAME --short`: the same code with small numbers, to check that it runs at all. */
export const SHORT = process.env['BENCH_SHORT'] === '1'
