import { waitsForBank } from '#web/lib/ask-again.ts'
import { useShare } from '#web/lib/use-share.ts'
import { Announcer } from '#web/parts/announcer.tsx'
import { titleStep } from '#web/parts/title-step.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { RotateCcw } from '#web/ui/icons.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { PaymentView } from './load-payment.ts'
import { PayNow } from './pay-now.tsx'
import { PaymentCheck } from './payment-check.tsx'
import { PaymentScene } from './payment-scene.tsx'
import css from './payment-screen.module.css'
import { paymentWords, UNKNOWN_WORDS } from './payment-words.ts'
import { Receipt } from './receipt.tsx'
import { usePayment } from './use-payment.ts'
import { useSongNews } from './use-song-news.ts'
import { useTimeLeft } from './use-time-left.ts'
import { waysOf } from './ways.ts'

export type PaymentScreenProps = { view: PaymentView }

/** What became of the money, what that means, and where to go from here. */
export function PaymentScreen({ view }: PaymentScreenProps) {
  const { payment, checking, checked, late, check, look } = usePayment(view)
  const heard = useSongNews(payment, look)
  const left = useTimeLeft(payment?.payUntil, view.at)
  const hydrated = useHydrated()
  const share = useShare()

  const words = payment === null ? UNKNOWN_WORDS : paymentWords({ ...payment, late })
  const { scene, title, text, money, promise } = words
  const waits = waitsForBank(payment)
  const ways = payment && waysOf(payment, heard ?? view.concert)
  const payable = payment?.paymentURL !== undefined && left !== 0
  return (
    <div className={css.page}>
      <title>{`${title} — Бис`}</title>
      <PaymentScene scene={scene} />
      <main className={classes('wrap', css.words)}>
        <h1 className={titleStep(title, 'd-l')}>{title}</h1>
        <p className="t-l">{text}</p>
        {money !== undefined && <p>{money}</p>}
        {payment !== null && payment.state !== 'failed' && <Receipt payment={payment} />}
        {promise !== undefined && (
          <p className={classes('muted', css.promise)}>
            <RotateCcw className="ico" />
            <span>{promise}</span>
          </p>
        )}
        <div className={css.ways}>
          {payable && <PayNow url={payment.paymentURL ?? ''} left={left} />}
          {waits && (
            <PaymentCheck
              checking={checking}
              checked={checked}
              late={late}
              since={view.since}
              onCheck={check}
            />
          )}
          {ways && (
            <Button
              href={ways.first.href}
              variant={waits || payable ? 'text' : 'primary'}
              size={waits || payable ? 'm' : 'stage'}
              block
            >
              {ways.first.label}
            </Button>
          )}
          {ways?.second && !waits && (
            <Button href={ways.second.href} variant="text" block>
              {ways.second.label}
            </Button>
          )}
        </div>
        <div className={classes('t-s muted', css.link)}>
          <p>Эту страницу можно открыть позже по её ссылке: на ней всегда видно, что с деньгами.</p>
          {hydrated && (
            <Button variant="tonal" size="s" onClick={() => share(window.location.pathname, title)}>
              Сохранить ссылку
            </Button>
          )}
        </div>
        <Announcer words={`${title}. ${text}`} />
      </main>
    </div>
  )
}
