import { useActionData, useSearchParams } from 'react-router'
import { Button } from '#web/ui/buttons/button.tsx'
import { Sheet } from '#web/ui/overlays/sheet.tsx'
import type { ThanksView } from '../artist-view.ts'
import type { ThanksAnswer } from './thanks.ts'
import { choiceOf } from './thanks.ts'
import { ThanksForm } from './thanks-form.tsx'
import css from './thanks-sheet.module.css'
import { useThanks } from './use-thanks.ts'
import { useThanksSheet } from './use-thanks-sheet.ts'

type ThanksSheetProps = {
  artist: { username: string; name: string }
  thanks: ThanksView
  /** There is a hall that reads who thanks. */
  hall: boolean
}

/** Asks for the sum of a tip, before the bank's page. */
export function ThanksSheet({ artist, thanks, hall }: ThanksSheetProps) {
  const [search] = useSearchParams()
  const { payAt, refused } = useActionData<ThanksAnswer>() ?? {}
  const sheet = useThanksSheet()
  const thanking = useThanks({
    artistUsername: artist.username,
    initialErrorText: refused?.words ?? null,
    onTab: sheet.close,
  })

  const close = () => {
    thanking.dismiss()
    sheet.close()
  }
  return (
    <Sheet
      open={sheet.isOpen}
      onClose={close}
      title={artist.name}
      subtitle={<span className={css.words}>{thanks.words}</span>}
    >
      {payAt === undefined ? (
        <ThanksForm
          thanks={thanks}
          open={sheet.isOpen}
          choiceAtFirst={choiceOf(refused?.amount ?? search.get('amount'))}
          messageAtFirst={refused?.message ?? null}
          messageBefore={search.has('again') ? thanking.messageBefore : ''}
          receiptAtFirst={refused?.receiptTo}
          shownAtFirst={hall ? refused?.shown : null}
          errorText={thanking.errorText}
          sending={thanking.sending}
          onSend={thanking.send}
          onAmount={thanking.dismiss}
        />
      ) : (
        <>
          {/* Not a redirect: the page's content security policy blocks a form response that leads to another site. */}
          <meta httpEquiv="refresh" content={`0;url=${payAt}`} />
          <p className="t-l">Открываем страницу оплаты…</p>
          <Button href={payAt} rel="noreferrer" variant="primary" size="stage" block>
            Перейти к оплате
          </Button>
        </>
      )}
      {thanks.newSheet && (
        <ul aria-label="Способы оплаты" className={css.marks}>
          <li>МИР</li>
          <li>VISA</li>
          <li>Mastercard</li>
          <li>СБП</li>
        </ul>
      )}
    </Sheet>
  )
}
