/** Binds a context to functions that take it first: the other arguments are left. */
export function withContext<C>(ctx: C) {
  return <A extends unknown[], R>(run: (ctx: C, ...args: A) => R) =>
    (...args: A): R =>
      run(ctx, ...args)
}
