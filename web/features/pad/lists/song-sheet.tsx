import type { ReactNode } from 'react'
import { useState } from 'react'
import type { QueueEntry } from '#contract/shapes.ts'
import { entriesWith } from '#domain/queue/queue.ts'
import { useCopyText } from '#web/lib/pages/share.tsx'
import { giveBackWords, isPaid } from '#web/parts/guest/give-back-words.ts'
import { SongCover } from '#web/parts/songs/song-cover.tsx'
import { ChevronsUp, ChevronUp, Copy } from '#web/ui/icons/artist-icons.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { IconButtonProps } from '#web/ui/buttons/icon-button.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { X } from '#web/ui/icons/icons.tsx'
import { ListPlus } from '#web/ui/icons/more-icons.tsx'
import { AskList } from './asks.tsx'
import { GuestSheet } from './guest-sheet.tsx'
import type { PadFlags } from '../load.ts'
import css from './song-list.module.css'
import { PadSheet } from '../over/pad-sheet.tsx'
import { showCurrentSong } from '../running/use-stage.ts'
import type { OwnQueue } from '../use-own-queue.ts'
import { ownNoteText } from '../use-own-queue.ts'
import type { PadState } from '../use-pad-state.ts'

type SongSheet = { show(song: QueueEntry): void; sheet: ReactNode }

/** The actions of a tapped song, waiting or playing. */
export function useSongSheet(pad: PadState, own: OwnQueue, lookAtOwn: () => void): SongSheet {
  const [chosen, setChosen] = useState<QueueEntry | null>(null)
  const [shown, setShown] = useState<'sheet' | 'question' | null>(null)
  const [guestAsk, setGuestAsk] = useState<string | null>(null)
  // The song may have started, or been removed by another device, while its sheet was open.
  const song =
    pad.queue.find(
      ({ id, status }) => id === chosen?.id && (status === 'NOW') === (chosen.status === 'NOW'),
    ) ?? null
  const shownSong = song ?? chosen
  const sounds = shownSong?.status === 'NOW'
  const view = shownSong === null ? undefined : own.get(shownSong.id)
  const paid = view?.amount ?? 0
  const coolingDown = pad.isPending('next')
  const close = () => setShown(null)

  const decide = (press: (chosenSong: QueueEntry) => void) => () => {
    close()
    if (song !== null) press(song)
  }
  const skip = decide((one) => pad.skip(one, view))

  const sheet = (
    <>
      <PadSheet
        open={shown === 'sheet' && song !== null}
        onClose={close}
        title={shownSong?.title ?? ''}
        subtitle={
          shownSong &&
          [shownSong.artistName, ownNoteText(own.get(shownSong.id), shownSong.backers)]
            .filter(Boolean)
            .join(' · ')
        }
        cover={
          shownSong && (
            <SongCover songId={shownSong.songId} imageUrl={shownSong.imageUrl} size={88} />
          )
        }
      >
        <div className={css.sheetActions}>
          {!sounds && (
            <>
              <Button
                variant="primary"
                size="stage"
                block
                loading={coolingDown}
                aria-disabled={coolingDown}
                onClick={decide((started) => {
                  pad.play(started)
                  showCurrentSong()
                })}
              >
                Играть
              </Button>
              <Button
                size="stage"
                block
                disabled={song !== null && entriesWith(pad.queue, 'QUEUED')[0]?.id === song.id}
                onClick={decide(pad.toTop)}
              >
                В начало
              </Button>
              {shownSong?.status === 'QUEUED' && (
                <Button size="stage" block onClick={decide(pad.backToOrders)}>
                  Обратно в заказы
                </Button>
              )}
            </>
          )}
          <Button
            variant="dangerLine"
            size="stage"
            block
            aria-disabled={pad.isPending('song')}
            onClick={sounds && isPaid(view) ? () => setShown('question') : skip}
          >
            {sounds ? 'Прервать' : 'Удалить'}
          </Button>
        </div>
        {shownSong && pad.session && (
          <AskList
            key={shownSong.id}
            sessionId={pad.session.id}
            entryId={shownSong.id}
            view={own.get(shownSong.id)}
            backers={shownSong.backers}
            onChange={lookAtOwn}
            onGuest={(askId) => {
              close()
              setGuestAsk(askId)
            }}
          />
        )}
      </PadSheet>
      <Dialog
        open={shown === 'question' && song !== null}
        onClose={close}
        title={`Прервать «${shownSong?.title ?? ''}»?`}
        tone="danger"
        stacked
        safe="Играть дальше"
        confirm={`Прервать и ${giveBackWords(paid)}`}
        onConfirm={skip}
      >
        <p>Песня не будет считаться сыгранной, деньги вернутся слушателям полностью.</p>
      </Dialog>
      <GuestSheet pad={pad} askId={guestAsk} onClose={() => setGuestAsk(null)} />
    </>
  )
  return {
    show(pressed) {
      setChosen(pressed)
      setShown('sheet')
    },
    sheet,
  }
}

type SongButtonsProps = {
  pad: Pick<PadState, 'isPending' | 'toTop' | 'oneUp' | 'enqueue' | 'skip'>
  song: QueueEntry
  size: NonNullable<IconButtonProps['size']>
}

/** `coloured`: the flag active-session-color-buttons. */
type ColouredButtonsProps = SongButtonsProps & { coloured: boolean }

/** Flags active-session-copy-button and active-session-cancel-button: a button each beside the song. */
export function CopyButtons({ pad, song, flags, size }: SongButtonsProps & { flags: PadFlags }) {
  const copy = useCopyText('Название скопировано', 'Не удалось скопировать название')
  return (
    <>
      {flags.copyButton && (
        <IconButton
          label={`Копировать название: ${song.title}`}
          size={size}
          variant={flags.colorButtons ? 'softLamp' : 'tonal'}
          onClick={() => void copy(`${song.artistName} — ${song.title}`)}
        >
          <Copy />
        </IconButton>
      )}
      {flags.cancelButton && (
        <IconButton
          label={`Отменить: ${song.title}`}
          size={size}
          variant={flags.colorButtons ? 'softDanger' : 'tonal'}
          aria-disabled={pad.isPending('song')}
          onClick={() => pad.skip(song)}
        >
          <X />
        </IconButton>
      )}
    </>
  )
}

/** Moves a song to the start of the queue, or one place up; the `first` song cannot move. */
export function MoveButtons({
  pad,
  song,
  first,
  coloured,
  size,
}: ColouredButtonsProps & { first: boolean }) {
  const look = {
    variant: coloured ? 'softLamp' : 'tonal',
    size,
    // Not disabled: a button that is pressed up to the top must keep the focus.
    'aria-disabled': first,
    className: css.move,
  } as const
  const unlessFirst = (move: (moved: QueueEntry) => void) => () => {
    if (!first) move(song)
  }
  return (
    <>
      <IconButton {...look} label={`В начало: ${song.title}`} onClick={unlessFirst(pad.toTop)}>
        <ChevronsUp />
      </IconButton>
      <IconButton {...look} label={`Выше на одну: ${song.title}`} onClick={unlessFirst(pad.oneUp)}>
        <ChevronUp />
      </IconButton>
    </>
  )
}

/** Removes an order, or moves it into the queue. */
export function OrderButtons({ pad, song, coloured, size }: ColouredButtonsProps) {
  return (
    <>
      <IconButton
        size={size}
        aria-disabled={pad.isPending('song')}
        label={`Удалить: ${song.title}`}
        variant={coloured ? 'softDanger' : 'tonal'}
        onClick={() => pad.skip(song)}
      >
        <X />
      </IconButton>
      <IconButton
        size={size}
        aria-disabled={pad.isPending('song')}
        label={`В очередь: ${song.title}`}
        variant={coloured ? 'softNow' : 'invert'}
        onClick={() => pad.enqueue(song)}
      >
        <ListPlus />
      </IconButton>
    </>
  )
}
