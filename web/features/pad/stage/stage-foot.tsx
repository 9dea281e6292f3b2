import type { QueueEntry } from '#contract/shapes.ts'
import { countedOrders } from '#domain/russian.ts'
import { rubles } from '#web/lib/format.ts'
import { SkipForward, Undo2 } from '#web/ui/icons/artist-icons.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { Play } from '#web/ui/icons/icons.tsx'
import { ListMusic } from '#web/ui/icons/more-icons.tsx'
import type { Undo } from '../commands/undo-bar.tsx'
import css from './stage-view.module.css'

/** Money with words that the artist has not answered yet. */
export type StageTip = { amount: number; words: string; onThank: () => void }

type NewsStripProps = {
  /** The orders that came while the text was open. */
  orders: number
  words: string
  tip: StageTip | null
  next: QueueEntry | null
  onOrders: () => void
}

/** What came from the hall; on a low screen what comes next as well. */
export function NewsStrip({ orders, words, tip, next, onOrders }: NewsStripProps) {
  const isNews = tip !== null || orders > 0
  return (
    <output className={css.strip} data-empty={!isNews} hidden={!isNews && next === null}>
      {tip !== null && (
        <>
          <b>{rubles(tip.amount)}</b>
          <span>{tip.words}</span>
          <Button size="s" variant="invert" onClick={tip.onThank}>
            Спасибо!
          </Button>
        </>
      )}
      {tip === null && orders > 0 && (
        <>
          <b>+{countedOrders(orders)}</b>
          <span>{words}</span>
          <IconButton label="К заказам" onClick={onOrders} className={css.big}>
            <ListMusic />
          </IconButton>
        </>
      )}
      {next !== null && (
        <span className={css.nextBeside}>
          Дальше <b>{next.title}</b>
        </span>
      )}
    </output>
  )
}

type StageFootProps = {
  next: QueueEntry | null
  askedBy: string
  undo: Undo | null
  active: boolean
  coolingDown: boolean
  disabled: boolean
  /** There is room for the words of the button. */
  wide: boolean
  onPress: () => void
}

/** What comes next, and the button that plays it. */
export function StageFoot(props: StageFootProps) {
  const { next, askedBy, undo, active, coolingDown, disabled, wide, onPress } = props
  const about = [next?.title, askedBy.replaceAll(' · ', ', ')].filter(Boolean).join(', ')
  const does = active ? 'Следующий Трек' : 'Продолжить концерт'
  const icon = active ? <SkipForward /> : <Play />
  const of = {
    loading: coolingDown,
    'aria-disabled': coolingDown,
    disabled,
    onClick: onPress,
  }
  return (
    <div className={css.foot}>
      <IconButton
        label={undo === null ? 'Отменить' : `${undo.label}: ${undo.words}`}
        variant="tonal"
        className={css.big}
        disabled={undo === null}
        onClick={() => undo?.undo()}
      >
        <Undo2 />
      </IconButton>
      <p className={css.next}>
        <small>{['Дальше', askedBy].filter((one) => one !== '').join(' · ')}</small>
        <b>{next?.title ?? 'Пока ничего нет'}</b>
      </p>
      {wide ? (
        <Button {...of} variant="primary" size="nextTablet" icon={icon} className={css.wideGo}>
          {does}
        </Button>
      ) : (
        <IconButton
          {...of}
          label={about === '' ? does : `${does}. Дальше: ${about}`}
          variant="lamp"
          className={css.go}
        >
          {icon}
        </IconButton>
      )}
    </div>
  )
}
