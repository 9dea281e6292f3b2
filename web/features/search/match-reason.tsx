import { classes } from '#web/ui/classes.ts'
import css from './match-reason.module.css'
import type { Match } from './match-texts.ts'
import { matchText } from './match-texts.ts'

export type MatchReasonProps = {
  match: Match
  /** How many songs are wished. */
  wished: number
  className?: string | undefined
}

/** Why a concert is shown to this listener: «Играет 3 из ваших 4 песен. 2 км от вас». */
export function MatchReason({ match, wished, className }: MatchReasonProps) {
  const text = matchText(match, wished)
  return text === null ? null : <p className={classes(css.reason, className)}>{text}</p>
}
