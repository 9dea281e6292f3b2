import { Ticket } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { FootBar } from '#web/ui/foot-bar.tsx'
import css from './concert-actions.module.css'
import type { ConcertView } from './concert-view.ts'
import { GoingForm } from './going-form.tsx'

export type ConcertActionsProps = {
  session: ConcertView['session']
  /** The main action stands beside the text on a wide screen, on the lower edge of a telephone. */
  place: 'side' | 'foot'
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//iu.test(text)
}

/** What there is to do: to order while it goes on, to buy a ticket, or to promise to come. */
export function ConcertActions({ session, place }: ConcertActionsProps) {
  const { sessionStatus, advancedSession, artist } = session
  if (sessionStatus === 'PLAYED') return null
  const { ticketLink, privacy } = advancedSession
  const on = sessionStatus === 'NOW'
  const coming = isWebAddress(ticketLink) ? (
    <Button
      block
      variant={on ? 'line' : 'primary'}
      href={ticketLink}
      target="_blank"
      rel="noopener"
      icon={<Ticket className="ico" />}
    >
      Купить билет
    </Button>
  ) : (
    <GoingForm session={session} quiet={on} />
  )
  const main = on ? (
    <Button block variant="primary" href={`/user/${artist.username}?tab=order`}>
      {privacy.ableGetSongs ? 'Заказать песню' : 'Что сейчас играет'}
    </Button>
  ) : (
    coming
  )
  if (place === 'foot') return <FootBar phoneOnly>{main}</FootBar>
  return (
    <div className={classes(css.actions, !on && 'only-d')}>
      <div className="only-d">{main}</div>
      {on && coming}
    </div>
  )
}
