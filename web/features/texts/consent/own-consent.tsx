import { useNavigate, useSearchParams } from 'react-router'
import { api } from '#contract/index.ts'
import { CONSENT } from '#domain/documents.ts'
import { errorMessage } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { useSaving } from '#web/lib/use-saving.ts'
import { ArtistFrame } from '#web/parts/frame/artist-frame.tsx'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { postponeConsent } from '#web/parts/frame/ask-consent.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { FieldNote } from '#web/ui/fields/field-note.tsx'
import { consentEdition } from '../legal-parts.tsx'
import { ConsentText } from './consent-text.tsx'
import css from './own-consent.module.css'

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage('Согласие')

const FAILED = 'Не получилось. Попробуйте ещё раз.'

/** A new edition of the consent asks its owner; «Не сейчас» holds for this tab. */
export default function OwnConsent() {
  const [search] = useSearchParams()
  const asked = search.get('then') ?? ''
  // Only a page of the cabinet.
  const then = asked.startsWith('/artist') ? asked : '/artist'
  const navigate = useNavigate()
  const { saving, failed, save } = useSaving({
    wordsOf: (failure) => errorMessage(failure, FAILED),
  })
  const go = () => navigate(then, { replace: true })
  const agree = () =>
    save(async () => {
      await call(api.security.agree, { body: { edition: CONSENT.date } })
      await go()
    })
  const later = () => {
    postponeConsent()
    void go()
  }
  return (
    <ArtistFrame title="Согласие на обработку персональных данных" lead={consentEdition(CONSENT)}>
      <p className={css.news}>
        <b>Что нового.</b> {CONSENT.news}
      </p>
      <div className={css.text}>
        <ConsentText />
      </div>
      <p className="muted">
        До ответа кабинет можно читать, менять нельзя. Идущий концерт не прервём.
      </p>
      <FieldNote id="consent-error" error={failed} />
      <div className={css.answers}>
        <Button variant="primary" block loading={saving} onClick={() => void agree()}>
          Даю согласие
        </Button>
        <Button variant="text" block onClick={later}>
          Не сейчас
        </Button>
      </div>
    </ArtistFrame>
  )
}
