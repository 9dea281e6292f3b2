import type { FoundConcert } from '#web/parts/concerts/found-concert.ts'
import { FoundPoster } from '#web/parts/concerts/found-poster.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { SideScroll } from '#web/ui/layout/side-scroll.tsx'
import css from './find.module.css'
import type { Match } from './match-texts.ts'
import { matchText } from './match-texts.ts'

/** Shown instead of concerts while none is announced. */
export function NobodyPlays() {
  return (
    <EmptyState
      text="Пока никто не объявил концерт. Загляните позже."
      action={
        <Button href="/find-artist" size="s">
          Найти артиста
        </Button>
      }
    />
  )
}

type MatchReasonProps = {
  match: Match
  /** The number of wished songs. */
  wished: number
  className?: string | undefined
}

/** Why a concert is shown to this listener: «Играет 3 из ваших 4 песен. 2 км от вас». */
export function MatchReason({ match, wished, className }: MatchReasonProps) {
  const text = matchText(match, wished)
  return text === null ? null : <p className={classes(css.reason, className)}>{text}</p>
}

type ComingConcertsProps = { concerts: readonly FoundConcert[] }

const TITLE = 'Играют сейчас и скоро'

/** Shown on a search page below a search without results yet; without concerts, nothing. */
export function ComingConcerts({ concerts }: ComingConcertsProps) {
  if (concerts.length === 0) return null
  return (
    <Section title={TITLE}>
      <SideScroll label={TITLE}>
        {concerts.map((concert) => (
          <li key={concert.id}>
            <FoundPoster concert={concert} />
          </li>
        ))}
      </SideScroll>
    </Section>
  )
}
