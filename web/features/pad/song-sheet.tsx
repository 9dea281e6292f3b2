import { useState } from 'react'
import type { ReactNode } from 'react'
import type { QueueEntry } from '#contract/shapes.ts'
import { waiting } from '#domain/queue/queue.ts'
import { rubles } from '#web/lib/format.ts'
import { SongCover } from '#web/parts/song-cover.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { AskList } from './asks.tsx'
import css from './song-sheet.module.css'
import type { OwnQueue } from './use-own-queue.ts'
import { ownWords } from './use-own-queue.ts'
import type { PadState } from './use-pad-state.ts'

type SongSheet = { show(song: QueueEntry): void; sheet: ReactNode }

/** What to do with a song that was tapped, be it waiting or the one that sounds. */
export function useSongSheet(pad: PadState, own: OwnQueue, lookAtOwn: () => void): SongSheet {
  const [chosen, setChosen] = useState<QueueEntry | null>(null)
  const [shown, setShown] = useState<'sheet' | 'question' | null>(null)
  // The song may have begun, or gone by another hand, while its sheet was open.
  const song =
    pad.queue.find(
      ({ id, status }) => id === chosen?.id && (status === 'NOW') === (chosen.status === 'NOW'),
    ) ?? null
  const told = song ?? chosen
  const sounds = told?.status === 'NOW'
  const paid = told === null ? 0 : (own.get(told.id)?.amount ?? 0)
  const resting = pad.isPending('next')
  const close = () => setShown(null)

  const decide = (press: (chosenSong: QueueEntry) => void) => () => {
    close()
    if (song !== null) press(song)
  }
  const skip = decide((one) => pad.skip(one, paid))

  const sheet = (
    <>
      <Sheet
        open={shown === 'sheet' && song !== null}
        onClose={close}
        title={told?.title ?? ''}
        subtitle={
          told &&
          [told.artistName, ownWords(own.get(told.id), told.backers)].filter(Boolean).join(' · ')
        }
        cover={told && <SongCover songId={told.songId} imageUrl={told.imageUrl} size={88} />}
      >
        {told && pad.session && (
          <AskList
            key={told.id}
            sessionId={pad.session.id}
            entryId={told.id}
            view={own.get(told.id)}
            backers={told.backers}
            onChange={lookAtOwn}
          />
        )}
        <div className={css.actions}>
          {!sounds && (
            <>
              <Button
                variant="primary"
                size="stage"
                block
                loading={resting}
                aria-disabled={resting}
                onClick={decide(pad.play)}
              >
                Играть
              </Button>
              <Button
                size="stage"
                block
                disabled={song?.status === 'QUEUED' && waiting(pad.queue)[0]?.id === song.id}
                onClick={decide(pad.toTop)}
              >
                В начало
              </Button>
              {told?.status === 'QUEUED' && (
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
            onClick={sounds && paid > 0 ? () => setShown('question') : skip}
          >
            {sounds ? 'Прервать' : 'Удалить'}
          </Button>
        </div>
      </Sheet>
      <Dialog
        open={shown === 'question' && song !== null}
        onClose={close}
        title={`Прервать «${told?.title ?? ''}»?`}
        tone="danger"
        stacked
        safe="Играть дальше"
        confirm={`Прервать и вернуть ${rubles(paid)}`}
        onConfirm={skip}
      >
        <p>Песня не будет считаться сыгранной, деньги вернутся слушателям полностью.</p>
      </Dialog>
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
