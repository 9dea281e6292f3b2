/** The maximum number of reruns of a failure without some of its steps. */
const MOST_TRIES = 200

/** Removes as many steps as it can while `run` fails with the same message; returns the rest with its failure. */
export async function shortened<T>(
  all: readonly T[],
  run: (steps: readonly T[]) => Promise<void>,
): Promise<{ actions: readonly T[]; message: string; error: unknown }> {
  const failure = async (steps: readonly T[]) => {
    try {
      await run(steps)
      return null
    } catch (error) {
      return { message: error instanceof Error ? error.message : String(error), error }
    }
  }
  const first = await failure(all)
  if (first === null)
    return { actions: all, message: 'and goes well when it is tried again', error: null }
  let best = { actions: all, ...first }
  let tries = 0
  for (let size = Math.ceil(all.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < best.actions.length && tries < MOST_TRIES;) {
      const actions = best.actions.toSpliced(at, size)
      tries += 1
      const still = await failure(actions)
      if (still !== null && kindOf(still.message) === kindOf(best.message))
        best = { actions, ...still }
      else at += size
    }
  return best
}

/** The first line of a failure, with ids and numbers masked. */
function kindOf(message: string): string {
  return (message.split('\n')[0] ?? '').replaceAll(/[\da-f-]{8,}|\d+/gu, '#')
}
