import { counted } from '#domain/russian.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { Button } from '#web/ui/button.tsx'

export type PayNowProps = {
  /** The bank's page. */
  url: string
  /** How long it still takes money (ms); null: nobody said. */
  left: number | null
}

function leftInWords(left: number): string {
  if (left < MINUTE_MS) return 'меньше минуты'
  return counted(Math.floor(left / MINUTE_MS), 'минуту', 'минуты', 'минут')
}

/** For whoever has not paid yet. */
export function PayNow({ url, left }: PayNowProps) {
  if (left === 0) return null
  return (
    <>
      <p className="muted">
        {left === null
          ? 'Ещё не заплатили? Страница оплаты открыта.'
          : `Ещё не заплатили? Страница оплаты открыта ещё ${leftInWords(left)}.`}
      </p>
      {/* A target of its own: the bank's page is never a page of this site, whatever its address. */}
      <Button href={url} target="_self" rel="noreferrer" variant="primary" size="stage" block>
        Перейти к оплате
      </Button>
    </>
  )
}
