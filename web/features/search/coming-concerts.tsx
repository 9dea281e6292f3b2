import type { FoundConcert } from '#web/parts/found-concert.ts'
import { FoundPoster } from '#web/parts/found-poster.tsx'
import { Section } from '#web/ui/section.tsx'
import { SideScroll } from '#web/ui/side-scroll.tsx'

export type ComingConcertsProps = { concerts: readonly FoundConcert[] }

const TITLE = 'Играют сейчас и скоро'

/** What a search page shows below a search that has found nothing yet; without concerts, nothing. */
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
