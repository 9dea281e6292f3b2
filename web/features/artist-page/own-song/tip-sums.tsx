import { useState } from 'react'
import { readReceiptTo } from '#web/lib/device/device-memory.ts'
import { useSiteFacts } from '#web/lib/pages/site-facts.ts'
import { OfferNote } from '#web/parts/money/receipt-field.tsx'
import { classes } from '#web/ui/classes.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { Pill } from '#web/ui/buttons/pill.tsx'
import { HeartHandshake } from '#web/ui/icons/icons.tsx'
import { COMMISSION_NOTE, FIRST_AMOUNT, READY_AMOUNTS } from '../tip/thanks.ts'
import { useThanks } from '../tip/use-thanks.ts'
import css from './own-song.module.css'

type TipSumsProps = { artistUsername: string; className?: string | undefined }

/** Thanks for one's song that has just been played: a sum is chosen, one press opens the bank. */
export function TipSums({ artistUsername, className }: TipSumsProps) {
  const [rubles, setRubles] = useState<number>(FIRST_AMOUNT)
  const { receipts = false } = useSiteFacts()
  const { sending, errorText, dismiss, send } = useThanks({
    artistUsername,
    initialErrorText: null,
    onTab: () => undefined,
  })
  return (
    <div className={classes(css.tip, className)}>
      <fieldset aria-label="Сколько" className={css.sums}>
        {READY_AMOUNTS.map((sum) => (
          <Pill
            key={sum}
            pressed={sum === rubles}
            className={css.sum}
            onClick={() => {
              setRubles(sum)
              dismiss()
            }}
          >
            {`${sum}\u00A0₽`}
          </Pill>
        ))}
      </fieldset>
      {errorText !== null && <p role="alert">{errorText}</p>}
      <Button
        variant="primary"
        size="l"
        block
        className={css.send}
        loading={sending}
        icon={<HeartHandshake />}
        aria-label={`Сказать спасибо, ${rubles} ₽`}
        onClick={() =>
          send({ rubles, message: '', receiptTo: receipts ? readReceiptTo() : undefined })
        }
      >
        Сказать спасибо
      </Button>
      <p className={css.commission}>{COMMISSION_NOTE}</p>
      <OfferNote />
    </div>
  )
}
