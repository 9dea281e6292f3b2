import { useEffect, useState } from 'react'
import type { MouseEvent } from 'react'
import { useLoaderData, useNavigate } from 'react-router'
import type { Session } from '#contract/shapes.ts'
import { counted } from '#domain/russian.ts'
import { ownNoteText } from '#web/features/pad/index.ts'
import { rubles } from '#web/lib/format.ts'
import type { PageHandle } from '#web/lib/pages/site-facts.ts'
import { useLastValue } from '#web/lib/value-hooks.ts'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { ConnectionStrip } from '#web/parts/connection-strip.tsx'
import { LeaveGuard } from '#web/parts/leave-guard.tsx'
import { SongRow } from '#web/parts/songs/song-row.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { FootBar } from '#web/ui/layout/foot-bar.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { ArrowLeft } from '#web/ui/icons/icons.tsx'
import { loadReordering } from '#web/ui/lists/reorder-list.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useFlipList } from '#web/ui/lists/use-flip-list.ts'
import { ordersOf } from './draft.ts'
import css from './manage-queue.module.css'
import { Meanwhile, OnPad } from './meanwhile.tsx'
import { QueueEditor } from './queue-editor.tsx'
import type { QueueEdit } from './use-queue-edit.ts'
import { useQueueEdit } from './use-queue-edit.ts'
import type { ConcertQueue, QueueNow } from './use-queue-now.ts'
import { loadQueue, useQueueNow } from './use-queue-now.ts'

type CurrentQueueProps = { now: QueueNow }

/** The current ordered songs; rows animate when the concert moves them. */
function CurrentQueue({ now }: CurrentQueueProps) {
  const list = useFlipList<HTMLOListElement>()
  const orders = ordersOf(now.queue)
  return (
    <Section title="Текущая очередь" count={orders.length}>
      <OnPad queue={now.queue} />
      <ol ref={list}>
        {orders.map((entry, place) => (
          <SongRow
            key={entry.songId}
            song={entry}
            number={place + 1}
            note={ownNoteText(now.viewOf(entry), entry.backers)}
          />
        ))}
      </ol>
      {orders.length === 0 && (
        <EmptyState
          muted
          text={
            now.over
              ? 'Концерт завершён: очередь больше не меняется.'
              : 'Заказов пока нет. Песни можно добавить самим в режиме редактирования.'
          }
        />
      )}
    </Section>
  )
}

type CancelEditProps = {
  /** There are changes to lose. */
  changed: boolean
  onCancel: () => void
}

/** The button that ends the edit without saving. */
function CancelEdit({ changed, onCancel }: CancelEditProps) {
  const [asking, setAsking] = useState(false)
  return (
    <div className={css.edge}>
      <Button
        variant="text"
        size="s"
        className={css.cancel}
        onClick={() => (changed ? setAsking(true) : onCancel())}
      >
        Отменить
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Отменить правки?"
        safe="Править дальше"
        confirm="Отменить"
        onConfirm={onCancel}
      >
        <p>Очередь останется такой, какой была.</p>
      </Dialog>
    </div>
  )
}

type BackArrowProps = { session: Session }

/** Goes back in the history; from a page opened by its address, to the pad or to the concert. */
function BackArrow({ session }: BackArrowProps) {
  const navigate = useNavigate()
  const home =
    session.sessionStatus === 'NOW'
      ? '/artist?tab=concert'
      : `/artist/create-new-session/advanced/${session.id}`

  const goBack = (event: MouseEvent) => {
    if (!cameFromSite()) return
    event.preventDefault()
    void navigate(-1)
  }

  return (
    <IconButton href={home} label="Назад" className={css.arrow} onClick={goBack}>
      <ArrowLeft />
    </IconButton>
  )
}

/** The router counts the visited pages of the site in `idx`; the first page has 0. */
function cameFromSite(): boolean {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0
}

type ReturnDialogProps = { edit: QueueEdit }

/** The question before saving a list that refunds money. */
function ReturnDialog({ edit }: ReturnDialogProps) {
  const { asking, saving } = edit
  const { orders, amount } = useLastValue(asking) ?? { orders: 0, amount: 0 }
  return (
    <Dialog
      open={asking !== null}
      onClose={edit.keepEditing}
      tone="danger"
      stacked
      title="Вернуть деньги слушателям?"
      safe="Править дальше"
      confirm="Сохранить и вернуть"
      confirming={saving}
      onConfirm={() => void edit.saveAndReturn()}
    >
      <p>
        Вы убрали из очереди{' '}
        {counted(orders, 'оплаченный заказ', 'оплаченных заказа', 'оплаченных заказов')}. Слушателям
        вернётся {rubles(amount)}.
      </p>
    </Dialog>
  )
}

export const handle: PageHandle = { theme: 'stage' }

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage(
  'Музыка на концерте',
  loadQueue,
)

export default function ManageQueue() {
  const loaded = useLoaderData<ConcertQueue>()
  const now = useQueueNow(loaded)
  const edit = useQueueEdit(loaded.session.id, now)
  const { draft, changed, failed, saving } = edit
  // Preloaded, so that no row is rendered again under a finger.
  useEffect(() => void loadReordering().catch(() => undefined), [])

  return (
    <div className={css.page}>
      <header className={css.top}>
        <BackArrow session={loaded.session} />
        {draft !== null && <CancelEdit changed={changed} onCancel={edit.cancel} />}
      </header>
      <main id="main" className={css.main}>
        <div className={css.head}>
          <h1 className={css.title}>Музыка на концерте</h1>
          <p className="t-l muted">{loaded.session.title}</p>
          <ConnectionStrip connection={now.connection} receivedAt={now.receivedAt} />
        </div>
        {draft === null ? (
          <CurrentQueue now={now} />
        ) : (
          <QueueEditor
            username={loaded.session.artist.username}
            draft={draft}
            now={now}
            change={edit.change}
          />
        )}
      </main>
      {(draft !== null || !now.over) && (
        <FootBar className={css.foot}>
          {draft !== null && <Meanwhile draft={draft} now={now} change={edit.change} />}
          <div role="alert">{failed !== null && <p className={css.failed}>{failed}</p>}</div>
          <Button
            variant="primary"
            size="stage"
            block
            loading={saving}
            onClick={() => (draft === null ? edit.begin() : void edit.save())}
          >
            {draft === null ? 'Режим редактирования очереди' : 'Сохранить'}
          </Button>
        </FootBar>
      )}
      <ReturnDialog edit={edit} />
      <LeaveGuard changed={changed}>
        <p>Изменения в очереди ещё не сохранены.</p>
      </LeaveGuard>
    </div>
  )
}
