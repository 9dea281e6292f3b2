import { useSiteFacts } from '#web/lib/site-facts.ts'
import { Anchor } from '#web/ui/anchor.tsx'

/** The offer is accepted by sending: it is one press away from every form that does so. A tab of its own keeps what was typed. */
export function OfferNote() {
  const { offerUrl } = useSiteFacts()
  return (
    <p className="t-s muted">
      Отправляя, вы принимаете{' '}
      <Anchor href={offerUrl} target="_blank" rel="noopener" className="link">
        публичную оферту
      </Anchor>
      .
    </p>
  )
}
