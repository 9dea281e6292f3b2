import { useEffect } from 'react'
import type { ClientLoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import type { PageHandle } from '#web/lib/page-handle.ts'
import { ArtistSkeleton } from '#web/parts/artist-skeleton.tsx'
import { ConnectionStrip } from '#web/parts/connection-strip.tsx'
import { LeaveGuard } from '#web/parts/leave-guard.tsx'
import { Button } from '#web/ui/button.tsx'
import { FootBar } from '#web/ui/foot-bar.tsx'
import { loadReordering } from '#web/ui/reorder-list.tsx'
import { BackArrow } from './back-arrow.tsx'
import { CancelEdit } from './cancel-edit.tsx'
import { CurrentQueue } from './current-queue.tsx'
import { loadQueue } from './load-queue.ts'
import type { ConcertQueue } from './load-queue.ts'
import { Meanwhile } from './meanwhile.tsx'
import { QueueEditor } from './queue-editor.tsx'
import { ReturnDialog } from './return-dialog.tsx'
import { useQueueEdit } from './use-queue-edit.ts'
import { useQueueNow } from './use-queue-now.ts'
import css from './manage-queue.module.css'

export { ArtistTrouble as ErrorBoundary } from '#web/parts/artist-trouble.tsx'

export const handle: PageHandle = { theme: 'stage' }

export function meta() {
  return [{ title: 'Музыка на концерте — Бис' }, { name: 'robots', content: 'noindex' }]
}

export function clientLoader({ params }: ClientLoaderFunctionArgs): Promise<ConcertQueue> {
  return loadQueue(params['sessionId'] ?? '')
}

export function HydrateFallback() {
  return <ArtistSkeleton />
}

export default function ManageQueue() {
  const loaded = useLoaderData<ConcertQueue>()
  const now = useQueueNow(loaded)
  const edit = useQueueEdit(loaded.session.id, now)
  const { draft, changed, failed, saving } = edit
  // Brought before it is asked for, so that no row is drawn anew under a finger.
  useEffect(() => void loadReordering().catch(() => undefined), [])

  return (
    <div className={css.page}>
      <header className={css.top}>
        <BackArrow session={loaded.session} />
        {draft !== null && <CancelEdit changed={changed} onCancel={edit.cancel} />}
      </header>
      <main className={css.main}>
        <div className={css.head}>
          <h1 className={css.title}>Музыка на концерте</h1>
          <p className="t-l muted">{loaded.session.title}</p>
          <ConnectionStrip connection={now.connection} heardAt={now.heardAt} />
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
