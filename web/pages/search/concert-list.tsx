import { useNavigation, useRevalidator } from 'react-router'
import { FoundPoster } from '#web/parts/found-poster.tsx'
import { MatchReason } from '#web/parts/match-reason.tsx'
import { classes } from '#web/ui/classes.ts'
import { LoadingWords } from '#web/ui/loading-words.tsx'
import { Section } from '#web/ui/section.tsx'
import { MoreConcerts } from './more-concerts.tsx'
import { NoConcerts } from './no-concerts.tsx'
import type { SearchView } from './search-view.ts'
import { useMore } from './use-more.ts'
import css from './concert-list.module.css'

type ConcertListProps = {
  view: SearchView
  /** How many songs are wished. */
  wished: number
}

/** The concerts ahead, the soonest first. */
export function ConcertList({ view, wished }: ConcertListProps) {
  const list = useMore(view)
  const navigation = useNavigation()
  const { state } = useRevalidator()
  const asking =
    navigation.location?.pathname === '/search' && !navigation.location.search.includes('shown=')
  const { concerts } = list
  const first = concerts.length === 0
  return (
    <Section title="Ближайшие концерты" count={view.where === '' ? undefined : view.where}>
      {asking && <LoadingWords text="Ищем концерты…" />}
      {first && !asking && <NoConcerts view={view} asking={state !== 'idle'} />}
      <ul
        aria-label="Ближайшие концерты"
        aria-busy={asking || undefined}
        className={classes(css.list, asking && css.busy)}
      >
        {concerts.map((concert) => (
          <li key={concert.id} id={`c-${concert.id}`}>
            <FoundPoster concert={concert} reason={<Reason {...{ concert, view, wished }} />} />
          </li>
        ))}
      </ul>
      {list.more && !asking && <MoreConcerts list={list} filters={view.filters} />}
    </Section>
  )
}

type ReasonProps = ConcertListProps & { concert: { id: string } }

function Reason({ concert, view, wished }: ReasonProps) {
  const songs = view.matches[concert.id]
  if (wished === 0 || songs === undefined) return null
  if (songs === 0) return <p className="b">играет ваши песни</p>
  return <MatchReason match={{ songs, distanceKm: null }} wished={wished} />
}
