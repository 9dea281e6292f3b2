import { useState } from 'react'
import type { ReactNode } from 'react'
import type { QueueEntry, Session } from '#contract/shapes.ts'
import { nowOf, waiting } from '#domain/queue.ts'
import { ConnectionStrip } from '#web/parts/connection-strip.tsx'
import { SongCover } from '#web/parts/song-cover.tsx'
import { SkipForward } from '#web/ui/artist-icons.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { FootBar } from '#web/ui/foot-bar.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Pause, Play, X } from '#web/ui/icons.tsx'
import type { MenuAction } from '#web/ui/menu.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import type { PadFlags } from './load.ts'
import type { OrderCue } from './order-cue.tsx'
import { UnseenOrders } from './order-cue.tsx'
import {
  CurrentSong,
  FinishDialog,
  TimeLeft,
  UnsentStrip,
  WakeBadge,
  useTabletStage,
} from './pad-parts.tsx'
import css from './pad-v1.module.css'
import ground from './pad.module.css'
import { CopyButtons } from './song-buttons.tsx'
import { SongList } from './song-list.tsx'
import type { Undo } from './undo-bar.tsx'
import { UndoBar } from './undo-bar.tsx'
import { useOwnQueue } from './use-own-queue.ts'
import type { PadState } from './use-pad-state.ts'

type PadSongSheetProps = {
  song: QueueEntry | null
  open: boolean
  /** It stands first in the queue already. */
  first: boolean
  /** Another song has begun this very moment. */
  resting: boolean
  onClose: () => void
  onPlay: () => void
  onTop: () => void
  onSkip: () => void
}

/** What to do with a song that was tapped. */
function SongSheet(props: PadSongSheetProps) {
  const { song, open, first, resting, onClose, onPlay, onTop, onSkip } = props
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={song?.title ?? ''}
      subtitle={song?.artistName}
      cover={song && <SongCover songId={song.songId} imageUrl={song.imageUrl} size={88} />}
    >
      <div className={css.actions}>
        <Button
          variant="primary"
          size="stage"
          block
          loading={resting}
          aria-disabled={resting}
          onClick={onPlay}
        >
          Играть
        </Button>
        <Button size="stage" block disabled={first} onClick={onTop}>
          В начало
        </Button>
        <Button variant="dangerLine" size="stage" block onClick={onSkip}>
          Удалить
        </Button>
      </div>
    </Sheet>
  )
}

export type PadV1Props = {
  pad: PadState
  session: Session
  flags: PadFlags
  /** Null where no song can be taken back. */
  undo: Undo | null
  cue: OrderCue
  /** What the menu offers besides. */
  tools: readonly MenuAction[]
  /** The way to the other tabs. */
  nav: ReactNode
}

/** The pad with one list: a tap on a song asks what to do with it. */
export function PadV1({ pad, session, flags, undo, cue, tools, nav }: PadV1Props) {
  const tablet = useTabletStage()
  const [finishing, setFinishing] = useState(false)
  const [chosen, setChosen] = useState<QueueEntry | null>(null)
  const [sheetOpen, setSheetOpen] = useState(false)
  const { fresh } = cue
  const own = useOwnQueue(session.id, pad.queue)
  const skip = (song: QueueEntry) => pad.skip(song, own.get(song.id)?.amount)
  const { active, dateTimeEnd } = session
  const { queue } = pad
  const now = nowOf(queue)
  const list = waiting(queue)
  const resting = pad.isPending('next')
  // The song may have gone by another hand while its sheet was open.
  const song = list.find(({ id }) => id === chosen?.id) ?? null

  const decide = (press: (chosenSong: QueueEntry) => void) => () => {
    setSheetOpen(false)
    if (song !== null) press(song)
  }

  return (
    <div className={classes(ground.ground, tablet ? css.tablet : css.phone)}>
      <section aria-label="Концерт" className={css.state}>
        <h1 className="sr">{session.title}</h1>
        {nav}
        <div className={css.strips}>
          <ConnectionStrip connection={pad.connection} heardAt={pad.heardAt} />
          <UnsentStrip pad={pad} />
        </div>
        <div className={css.controls}>
          <TimeLeft endsAt={dateTimeEnd} size="l" paused={!active} className={css.count} />
          <IconButton
            label={active ? 'Приостановить концерт' : 'Продолжить концерт'}
            variant={active ? 'tonal' : 'lamp'}
            size="l"
            className={css.control}
            onClick={active ? pad.pause : pad.resume}
          >
            {active ? <Pause /> : <Play />}
          </IconButton>
          {active ? (
            <IconButton
              label="Следующая песня"
              variant="lamp"
              size="l"
              className={css.control}
              loading={resting}
              aria-disabled={resting}
              disabled={now === null && list.length === 0}
              onClick={pad.playNext}
            >
              <SkipForward />
            </IconButton>
          ) : (
            <IconButton
              label="Завершить концерт"
              variant="softDanger"
              size="l"
              className={css.control}
              onClick={() => setFinishing(true)}
            >
              <X />
            </IconButton>
          )}
        </div>
        <div className={classes(ground.under, css.under)}>
          <WakeBadge />
          <Menu label="Ещё" actions={tools} />
        </div>
        {undo !== null && tablet && <UndoBar undo={undo} block className={css.undo} />}
        <CurrentSong
          song={now}
          label={active ? 'Вы исполняете' : 'Концерт на паузе'}
          waitingSongs={list.length}
          nextName="Следующая песня"
          paused={!active}
          green={flags.greenCurrentSong}
          tablet={tablet}
        />
      </section>
      <main className={css.list}>
        <SongList
          title="В очереди"
          songs={list}
          empty="Пока никто ничего не заказал."
          cover
          {...{ fresh, own }}
          end={cue.end}
          news={<UnseenOrders cue={cue} />}
          wordy={tablet}
          onPress={(pressed) => {
            setChosen(pressed)
            setSheetOpen(true)
          }}
          {...((flags.copyButton || flags.cancelButton) && {
            actionsOf: (one) => (
              <CopyButtons
                pad={{ ...pad, skip }}
                flags={flags}
                song={one}
                size={tablet ? 'l' : 'm'}
              />
            ),
          })}
        />
      </main>
      {undo !== null && !tablet && (
        <FootBar className={css.foot}>
          <UndoBar undo={undo} />
        </FootBar>
      )}
      <SongSheet
        song={song ?? chosen}
        open={sheetOpen && song !== null}
        first={song !== null && song.status === 'QUEUED' && list[0]?.id === song.id}
        resting={resting}
        onClose={() => setSheetOpen(false)}
        onPlay={decide(pad.play)}
        onTop={decide(pad.toTop)}
        onSkip={decide(skip)}
      />
      <FinishDialog
        open={finishing}
        queue={queue}
        own={own}
        version={1}
        finishing={pad.isPending('end')}
        onClose={() => setFinishing(false)}
        onFinish={(played) => void pad.end(played)}
      />
    </div>
  )
}
