import { Badge } from '#web/ui/badge.tsx'
import type { BadgeProps } from '#web/ui/badge.tsx'
import type { Stage } from './report-words.ts'

export type StageBadgeProps = { stage: Stage }

const LOOKS: Record<Stage, { tone: NonNullable<BadgeProps['tone']>; words: string }> = {
  ahead: { tone: 'plain', words: 'Ещё не начался' },
  on: { tone: 'now', words: 'Идёт сейчас' },
  over: { tone: 'off', words: 'Концерт прошёл' },
  neverBegan: { tone: 'off', words: 'Не начинался' },
}

/** Where the concert stands. */
export function StageBadge({ stage }: StageBadgeProps) {
  const { tone, words } = LOOKS[stage]
  return <Badge tone={tone}>{words}</Badge>
}
