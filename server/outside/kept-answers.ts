export type KeptAnswersDeps = {
  now: () => Date
  /** How long an answer is good. */
  keptMs: number
  /** Beyond it the answer that nobody asked for longest is forgotten. */
  most: number
}

/**
 * Answers of somebody outside: each question goes out once, however many wait for it, and its answer is
 * kept for a while in memory. A question that failed may be asked again.
 */
export function makeKeptAnswers<Answer>({ now, keptMs, most }: KeptAnswersDeps) {
  // In the order of their last use, the oldest first.
  const kept = new Map<string, { answer: Answer; until: number }>()
  const underway = new Map<string, Promise<Answer>>()

  function keep(question: string, answer: Answer): Answer {
    kept.set(question, { answer, until: now().getTime() + keptMs })
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    return answer
  }

  /** What is known or on its way, and undefined for a question to be asked. */
  function known(question: string): Promise<Answer> | undefined {
    const before = kept.get(question)
    if (before === undefined) return underway.get(question)
    kept.delete(question)
    if (before.until <= now().getTime()) return underway.get(question)
    kept.set(question, before)
    return Promise.resolve(before.answer)
  }

  return {
    /** `ask` is called where nothing is known; what it throws itself is thrown at once. */
    answer(question: string, ask: () => Promise<Answer>): Promise<Answer> {
      const before = known(question)
      if (before !== undefined) return before
      const coming = ask()
        .then((answer) => keep(question, answer))
        .finally(() => underway.delete(question))
      underway.set(question, coming)
      return coming
    },
  }
}
