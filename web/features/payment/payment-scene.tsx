import type { FormEvent } from 'react'
import { Beat } from '#web/ui/status/beat.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { icon } from '#web/ui/icons/icons.tsx'
import { Rule } from '#web/ui/layout/section.tsx'
import type { Back } from './bank-wait.ts'
import type { Scene } from './money-texts.ts'
import css from './payment.module.css'

const RefreshCw = icon(
  'M3 12a9 9 0 0 1 9-9 9.75 9.75 0 0 1 6.74 2.74L21 8M21 3v5h-5M21 12a9 9 0 0 1-9 9 9.75 9.75 0 0 1-6.74-2.74L3 16M8 16H3v5',
)

type PaymentCheckProps = {
  checking: boolean
  checked: 'no news' | 'no answer' | null
  /** The start of the wait: a page without scripts passes it on. */
  since: number
  back: Back
  onCheck: () => void
}

const CHECK_RESULT_TEXTS = {
  'no news': 'Спросили банк: новостей пока нет.',
  'no answer': 'Нет связи. Проверим ещё раз, как только она появится.',
}

type WaitProps = Pick<PaymentCheckProps, 'since' | 'back'> & {
  /** The bank is slow: it is asked less often. */
  late: boolean
}

/** Without scripts a timer reloads the page. */
export function WaitWithoutScripts({ late, since, back }: WaitProps) {
  return (
    <noscript>
      <meta
        httpEquiv="refresh"
        content={`${late ? 15 : 5};url=?since=${since}${back === null ? '' : `&back=${back}`}`}
      />
    </noscript>
  )
}

/** Asks the bank on a press; without scripts the press reloads the page. */
export function PaymentCheck({ checking, checked, since, back, onCheck }: PaymentCheckProps) {
  const check = (event: FormEvent) => {
    event.preventDefault()
    onCheck()
  }
  return (
    <form method="get" className={css.check} onSubmit={check}>
      <output className="t-s muted">{checked && CHECK_RESULT_TEXTS[checked]}</output>
      <input type="hidden" name="since" value={since} />
      {back !== null && <input type="hidden" name="back" value={back} />}
      <Button type="submit" size="stage" block icon={<RefreshCw />} loading={checking}>
        Проверить сейчас
      </Button>
    </form>
  )
}

type PaymentSceneProps = {
  scene: Scene
  /** The sign is what is lit; otherwise that is a button. */
  lit: boolean
}

const BARS = 'M0 0h14v200H0zM30 0h46v200H30z'
const BARS_TURNED = 'M62 0h14v200H62zM0 0h46v200H0z'
const STRINGS = 'M20 0v200M50 0v200M80 0v200M170 0v200M200 0v200'
const BROKEN = 'M110 0v78M112 200c2-22 34-26 34-54s-40-34-34-66'
const WHOLE = 'M110 0v200M140 0v200'

const DRAWINGS: Record<Scene, () => React.ReactNode> = {
  thanks: () => <img src="/art/hands-night.svg" alt="" width="390" height="270" />,
  wait: () => (
    <div className={css.sign}>
      <Beat className={css.dots} />
      <svg viewBox="0 0 76 200" fill="currentColor">
        <path d={BARS} />
      </svg>
    </div>
  ),
  return: () => <TurnedSign moving />,
  returned: () => <TurnedSign />,
  failed: () => (
    <svg viewBox="0 0 220 200" fill="none" stroke="currentColor" className={css.torn}>
      <path d={STRINGS} strokeWidth="2" />
      <path d={BROKEN} strokeWidth="6" />
    </svg>
  ),
  still: () => (
    <svg viewBox="0 0 220 200" fill="none" stroke="currentColor" className={css.strings}>
      <path d={`${STRINGS}${WHOLE}`} strokeWidth="2" />
    </svg>
  ),
}

/** The other one of a pair of repeat signs: it points back to where the money came from. */
function TurnedSign({ moving = false }: { moving?: boolean }) {
  return (
    <div className={css.sign}>
      <svg viewBox="0 0 76 200" fill="currentColor">
        <path d={BARS_TURNED} />
      </svg>
      <Beat className={classes(css.dots, !moving && css.steady)} />
    </div>
  )
}

/** A drawing above the text, so that the state is seen before it is read. */
export function PaymentScene({ scene, lit }: PaymentSceneProps) {
  return (
    <div
      aria-hidden="true"
      className={classes(css.place, scene === 'failed' ? css.broken : !lit && css.out)}
    >
      <div className={classes(css.scene, scene !== 'thanks' && css.beam)}>{DRAWINGS[scene]()}</div>
      <Rule className={css.rule} />
    </div>
  )
}
