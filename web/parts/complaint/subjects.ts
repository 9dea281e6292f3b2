import type { QueueEntry } from '#contract/shapes.ts'

/** Something that one may complain of; `label` names it: «Третья парадная, фото 2». */
type ComplaintSubject = {
  readonly label: string
  readonly sessionId?: string
  readonly entryId?: string
  /** The address of a photo. */
  readonly photo?: string
}

export type ComplainProps = {
  username: string
  /** The first is chosen; more are offered where there are any. */
  subjects: readonly [ComplaintSubject, ...ComplaintSubject[]]
}

/** A concert, each song of its queue with the names behind it, and each name of its board of thanks. */
export function subjectsOf(
  { id: sessionId, title }: { readonly id: string; readonly title: string },
  queue: readonly QueueEntry[],
  board: readonly { readonly id: string; readonly name: string }[] = [],
): ComplainProps['subjects'] {
  const texts = queue.map((entry) => ({
    label: [`«${entry.title}»`, ...(entry.names ?? [])].join(', '),
    sessionId,
    entryId: entry.id,
  }))
  const names = board.map(({ id: entryId, name }) => ({
    label: `Благодарит ${name}`,
    sessionId,
    entryId,
  }))
  return [{ label: `Концерт «${title}»`, sessionId }, ...texts, ...names]
}
