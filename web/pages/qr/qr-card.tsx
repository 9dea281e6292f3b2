import { useState } from 'react'
import { RepeatSign } from '#web/parts/repeat-sign.tsx'
import { Button } from '#web/ui/button.tsx'
import { Rule } from '#web/ui/rule.tsx'
import css from './qr-card.module.css'

export type QrCardProps = { username: string }

/** The code on white with the nickname under it, as it is shown to somebody across the table. */
export function QrCard({ username }: QrCardProps) {
  const [failed, setFailed] = useState(false)
  return (
    <div className={css.card}>
      {failed ? (
        <div role="alert" className={css.failed}>
          <p>Код не загрузился. Проверьте интернет.</p>
          <Button size="s" onClick={() => setFailed(false)}>
            Попробовать ещё раз
          </Button>
        </div>
      ) : (
        <img
          src={`/api/v1/qr/get-image/${username}`}
          alt={`QR-код страницы ${username}`}
          width={1024}
          height={1024}
          className={css.code}
          onError={() => setFailed(true)}
        />
      )}
      <div className={css.foot}>
        <Rule />
        <div className={css.caption}>
          <span className="d-m">{username}</span>
          <RepeatSign className={css.sign} />
        </div>
      </div>
    </div>
  )
}
