/** Gives functions that take a context first their context: what is left are the other arguments. */
export function withContext<C>(ctx: C) {
  return <A extends unknown[], R>(run: (ctx: C, ...args: A) => R) =>
    (...args: A): R =>
      run(ctx, ...args)
}
