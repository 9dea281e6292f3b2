import { useState } from 'react'
import type { QueueEntry } from '#contract/shapes.ts'
import { waiting } from '#domain/queue/queue.ts'
import { plural } from '#domain/russian.ts'
import { QrCode } from '#web/ui/icons/artist-icons.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Pill } from '#web/ui/buttons/pill.tsx'
import { classes } from '#web/ui/classes.ts'
import { Plus } from '#web/ui/icons/icons.tsx'
import { ListMusic } from '#web/ui/icons/more-icons.tsx'
import type { EveningView } from '../evening/evening-sheet.tsx'
import type { PadFlags } from '../load.ts'
import type { PadWays } from '../over/pad-ways.ts'
import type { StageShape } from '../stage/title-size.ts'
import type { OwnQueue } from '../use-own-queue.ts'
import type { PadState } from '../use-pad-state.ts'
import { DragSongs, useEmptyList } from './drag-songs.tsx'
import type { OrderCue } from './order-cue.tsx'
import { UnseenOrders } from './order-cue.tsx'
import css from './pad-lists.module.css'
import { REST, useRowFocus } from './row-focus.ts'
import { CollectingSongs, SongList } from './song-list.tsx'
import { CopyButtons, MoveButtons, OrderButtons } from './song-sheet.tsx'

/** From this many orders on one may look at them by people or by sum. */
const MANY = 9
/** Of the artist's own songs this many stand over the orders, where one screen has both. */
const OWN_SHOWN = 2
/** This many orders never need half of a music stand's height. */
const FEW = 2

type PadListsProps = {
  pad: PadState
  flags: PadFlags
  own: OwnQueue
  cue: OrderCue
  evening: Pick<EveningView, 'line' | 'count'>
  ways: PadWays
  shape: StageShape
  /** Nothing sounds and nothing waits. */
  quiet: boolean
  /** Orders come between this many of the artist's own songs; null: after all of them. */
  between: number | null
  onPress: (song: QueueEntry) => void
  onSkip: (song: QueueEntry) => void
}

/** What waits: the queue and the orders, or one list of both where a rule or the version of the pad mixes them. */
export function PadLists(props: PadListsProps) {
  const { pad, flags, own, cue, evening, ways, shape, quiet, between, onPress, onSkip } = props
  const [by, setBy] = useState<Order>('time')
  const [whole, setWhole] = useState(false)
  useRowFocus(pad.queue)
  const all = waiting(pad.queue)
  const queued = all.filter(({ status }) => status === 'QUEUED')
  const ordered = all.filter(({ status }) => status === 'SCHEDULED')
  // «Ещё 1» is not worth its press.
  const isLong = shape !== 'tablet' && ordered.length > 0 && queued.length > OWN_SHOWN + 1
  const merged = !flags.v2 || between !== null
  const size = shape === 'tablet' ? 'l' : 'm'
  const buttons = { pad: { ...pad, skip: onSkip }, coloured: flags.colorButtons, size } as const
  const ofList = { own, fresh: cue.fresh, onPress }
  const collecting = <CollectingSongs pad={pad} size={size} />
  const add = (
    <Button
      variant="text"
      aria-label="Своя песня"
      icon={<Plus />}
      className={css.aside}
      onClick={ways.onAdd}
    >
      Песня
    </Button>
  )
  const beside = (song: QueueEntry) =>
    song.status === 'QUEUED' ? (
      <MoveButtons {...buttons} song={song} first={song.id === queued[0]?.id} />
    ) : (
      <OrderButtons {...buttons} song={song} />
    )
  // A pause offers its own ways.
  const empty = !quiet && pad.session?.active === true && queued.length === 0 && (
    <EmptyQueue ways={ways} />
  )
  // In place of the words there, so that no row moves.
  const unseen = shape === 'tablet' && cue.unseen > 0
  const drag = { onMove: pad.move, onTap: onPress }

  return (
    <main
      id="main"
      className={classes(css.lists, !merged && ordered.length <= FEW && css.few, merged && css.one)}
    >
      {quiet && <FirstSong ways={ways} watchers={pad.watchers} played={evening.count} />}
      {merged && (
        <DragSongs merged songs={all} {...drag}>
          <SongList
            {...ofList}
            title={flags.v2 ? 'Дальше' : 'В очереди'}
            list="QUEUED"
            next
            mixed={flags.v2}
            songs={all}
            {...(!(quiet && flags.v2) && { empty: 'Пока никто ничего не заказал.' })}
            aside={
              <>
                {(!flags.v2 || unseen) && <UnseenOrders cue={cue} />}
                {between !== null && !unseen && (
                  <RuleWords after={between} onPress={ways.onRules} />
                )}
                {!quiet && add}
                {!unseen && evening.line}
              </>
            }
            end={cue.end}
            below={collecting}
            {...(flags.v2 && {
              placeOf: (song: QueueEntry) => all.indexOf(song) + 1,
              actionsOf: beside,
            })}
            {...(!flags.v2 &&
              (flags.copyButton || flags.cancelButton) && {
                actionsOf: (song: QueueEntry) => (
                  <CopyButtons pad={buttons.pad} flags={flags} song={song} size={size} />
                ),
              })}
          />
        </DragSongs>
      )}
      {!merged && (
        <DragSongs merged={false} songs={[...queued, ...ordered]} {...drag}>
          {empty}
          {queued.length > 0 && (
            <SongList
              {...ofList}
              title="Очередь"
              list="QUEUED"
              next
              songs={isLong && !whole ? queued.slice(0, OWN_SHOWN) : queued}
              count={queued.length}
              placeOf={(song) => queued.indexOf(song) + 1}
              aside={
                <>
                  {isLong && (
                    <Button
                      variant="text"
                      aria-expanded={whole}
                      className={css.aside}
                      onClick={() => setWhole(!whole)}
                    >
                      {whole ? 'Свернуть' : `Ещё ${queued.length - OWN_SHOWN}`}
                    </Button>
                  )}
                  {add}
                </>
              }
              actionsOf={beside}
              className={css.list}
            />
          )}
          {!quiet && (
            <SongList
              {...ofList}
              title="Заказы"
              list="SCHEDULED"
              next={queued.length === 0}
              still={by !== 'time'}
              songs={shownBy(by, ordered, own)}
              empty="Новых заказов нет."
              aside={unseen ? <UnseenOrders cue={cue} /> : evening.line}
              above={
                ordered.length >= MANY && (
                  <Orders
                    by={by}
                    // A second pad knows no sums.
                    sums={ordered.some(({ id }) => (own.get(id)?.amount ?? 0) > 0)}
                    onChange={setBy}
                  />
                )
              }
              end={cue.end}
              below={collecting}
              actionsOf={beside}
              className={css.list}
            />
          )}
        </DragSongs>
      )}
      {quiet && collecting}
    </main>
  )
}

const ORDERS = { time: 'По времени', people: 'По людям', sum: 'По сумме' } as const
type Order = keyof typeof ORDERS

/** Only how the orders are shown: their turn stays. */
function shownBy(by: Order, songs: readonly QueueEntry[], own: OwnQueue): readonly QueueEntry[] {
  if (by === 'time') return songs
  const sum = ({ id }: QueueEntry) => own.get(id)?.amount ?? 0
  return songs.toSorted((one, other) =>
    by === 'people' ? other.backers - one.backers : sum(other) - sum(one),
  )
}

type OrdersProps = { by: Order; sums: boolean; onChange: (by: Order) => void }

function Orders({ by, sums, onChange }: OrdersProps) {
  return (
    <fieldset aria-label="Порядок показа" className={css.orders}>
      {(['time', 'people', ...(sums ? (['sum'] as const) : [])] as const).map((one) => (
        <Pill
          key={one}
          text
          pressed={one === by}
          className={css.order}
          onClick={() => onChange(one)}
        >
          {ORDERS[one]}
        </Pill>
      ))}
    </fieldset>
  )
}

/** «2 ваших — 1 заказ» */
function RuleWords({ after, onPress }: { after: number; onPress: (() => void) | null }) {
  const words = `${after} ${plural(after, 'ваша', 'ваших', 'ваших')} — 1 заказ`
  if (onPress === null) return <span className={css.aside}>{words}</span>
  return (
    <Button variant="text" className={css.aside} onClick={onPress}>
      {words}
    </Button>
  )
}

/** An empty queue takes one line, and what fills it stands in it. */
function EmptyQueue({ ways }: { ways: PadWays }) {
  const dragged = useEmptyList('QUEUED')
  return (
    <section aria-label="Очередь" data-list="QUEUED" className={classes(css.empty, dragged)}>
      <h2 {...REST} className={css.heading}>
        Очередь <small>пуста</small>
      </h2>
      {ways.onSet !== null && (
        <Button variant="tonal" className={css.way} onClick={ways.onSet}>
          Взять сет
        </Button>
      )}
      <Button variant="tonal" className={css.way} onClick={ways.onAdd}>
        Своя песня
      </Button>
      <Button variant="tonal" className={css.way} onClick={ways.onCode}>
        Код
      </Button>
    </section>
  )
}

type FirstSongProps = { ways: PadWays; watchers: number | null; played: number }

/** Where the first song comes from, or the next one. */
function FirstSong({ ways, watchers, played }: FirstSongProps) {
  return (
    <section aria-label="Очередь" className={css.first}>
      <h2 {...REST} className={css.question}>
        Откуда взять {played > 0 ? 'следующую' : 'первую'}
      </h2>
      {ways.onSet !== null && (
        <Button variant="primary" size="stage" block icon={<ListMusic />} onClick={ways.onSet}>
          Взять сет
        </Button>
      )}
      <div className={css.pair}>
        <Button variant="tonal" size="stage" icon={<Plus />} onClick={ways.onAdd}>
          Своя песня
        </Button>
        <Button variant="tonal" size="stage" icon={<QrCode />} onClick={ways.onCode}>
          Код
        </Button>
      </div>
      <p className="muted">
        Заказы из зала появятся здесь сами.
        {watchers !== null && watchers > 0 && ` Смотрят: ${watchers}`}
      </p>
    </section>
  )
}
