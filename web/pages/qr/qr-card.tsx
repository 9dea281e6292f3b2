import { RepeatSign } from '#web/parts/repeat-sign.tsx'
import { Rule } from '#web/ui/rule.tsx'
import css from './qr-card.module.css'

export type QrCardProps = { username: string }

/** The code on white with the nickname under it, as it is shown to somebody across the table. */
export function QrCard({ username }: QrCardProps) {
  return (
    <div className={css.card}>
      <img
        src={`/api/v1/qr/get-image/${username}`}
        alt={`QR-код страницы ${username}`}
        width={1024}
        height={1024}
        className={css.code}
      />
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
