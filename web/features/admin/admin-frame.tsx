import { useState } from 'react'
import type { ReactNode } from 'react'
import { useLoaderData, useNavigation, useRevalidator } from 'react-router'
import { orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import { usePresses } from '#web/lib/value-hooks.ts'
import { ArtistFrame } from '#web/parts/frame/artist-frame.tsx'
import { RotateCw } from '#web/ui/icons/artist-icons.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import css from './admin.module.css'
import { FindForm } from './find-form.tsx'
import type { AdminTab, AdminView } from './load-admin.ts'
import { tabsOf } from './load-admin.ts'
import { useOperatorKeys } from './operator-keys.ts'

type AdminPage<Row> = { rows: readonly Row[]; cursor: string | null }

export type Pages<Row> = {
  rows: readonly Row[]
  /** Null when all rows are shown. */
  more: (() => void) | null
  loadingMore: boolean
  /** Reads the older pages again, after a deed that changed a row. */
  renew: () => Promise<void>
}

/** So many pages after the first one. */
type Older<Row> = { after: string; count: number; part: AdminPage<Row> }

/** A list loaded page by page. A reloaded first page restarts it. */
export function usePages<Row>(
  first: AdminPage<Row>,
  ask: (cursor: string) => Promise<AdminPage<Row>>,
): Pages<Row> {
  const [added, setAdded] = useState<Older<Row> | null>(null)
  const { press, isPending } = usePresses()
  // Older rows are shown only under the same first page that they were loaded after.
  const mark = JSON.stringify(first)
  const none = { after: mark, count: 0, part: { rows: [], cursor: first.cursor } }
  const older = added?.after === mark ? added : none

  async function extended(known: Older<Row>, count: number): Promise<Older<Row>> {
    const { cursor, rows } = known.part
    if (cursor === null || known.count === count) return known
    const next = await ask(cursor)
    const part = { rows: [...rows, ...next.rows], cursor: next.cursor }
    return extended({ after: mark, count: known.count + 1, part }, count)
  }

  return {
    rows: [...first.rows, ...older.part.rows],
    more:
      older.part.cursor === null
        ? null
        : () => void press('more', async () => setAdded(await extended(older, older.count + 1))),
    renew: async () => setAdded(await orWhenUnavailable(extended(none, older.count), null)),
    loadingMore: isPending('more'),
  }
}

type MoreButtonProps = { pages: Pick<Pages<unknown>, 'more' | 'loadingMore'> }

/** The button that loads older rows; nothing where there are none. */
export function MoreButton({ pages: { more, loadingMore } }: MoreButtonProps) {
  if (more === null) return null
  return (
    <Button block loading={loadingMore} onClick={more}>
      Показать ещё
    </Button>
  )
}

type AdminFrameProps = {
  tab: AdminTab
  /** What was searched for. */
  input?: string
  lead?: ReactNode
  /** For a tab that reloads its data in its own way. */
  onRefresh?: () => void
  refreshing?: boolean
  children: ReactNode
}

/** The frame of all admin tabs: the title, the tabs that the operator may read, at a desk beside the content, the one search field and the refresh button. */
export function AdminFrame(props: AdminFrameProps) {
  const { tab, input = '', lead, onRefresh, refreshing, children } = props
  useOperatorKeys()
  const { role } = useLoaderData<AdminView>()
  const tabs = tabsOf(role).map(({ id, label }) => ({ id, label, href: `/admin?tab=${id}` }))
  const { revalidate, state } = useRevalidator()
  const navigation = useNavigation()
  const busy = (refreshing ?? state === 'loading') || navigation.state === 'loading'
  return (
    <ArtistFrame
      title="Администратору"
      wide
      lead={lead}
      actions={
        <IconButton
          label="Обновить"
          loading={busy}
          onClick={onRefresh ?? (() => void revalidate())}
        >
          <RotateCw />
        </IconButton>
      }
    >
      <div className={css.desk}>
        <div className={css.side}>
          <Tabs label="Разделы" current={tab} tabs={tabs} className={css.tabs} />
          <p className={css.hint}>
            <kbd>/</kbd> поиск · <kbd>J</kbd> <kbd>K</kbd> строки · <kbd>Enter</kbd> открыть ·{' '}
            <kbd>H</kbd> скрыть · <kbd>R</kbd> ответить · <kbd>Esc</kbd> назад
          </p>
        </div>
        <div className={css.content}>
          <FindForm key={input} input={input} />
          {children}
        </div>
      </div>
    </ArtistFrame>
  )
}
