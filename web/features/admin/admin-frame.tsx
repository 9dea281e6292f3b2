import type { ReactNode } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { ArtistFrame } from '#web/parts/artist-frame.tsx'
import { RotateCw } from '#web/ui/artist-icons.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import css from './admin-frame.module.css'
import type { AdminTab } from './load-admin.ts'
import { ADMIN_TABS } from './load-admin.ts'

type MoreButtonProps = { pages: { more: (() => void) | null; loadingMore: boolean } }

/** The way to older rows, where there are some. */
export function MoreButton({ pages: { more, loadingMore } }: MoreButtonProps) {
  if (more === null) return null
  return (
    <Button block loading={loadingMore} onClick={more}>
      Показать ещё
    </Button>
  )
}

export type AdminFrameProps = {
  tab: AdminTab
  lead?: ReactNode
  /** Where the tab keeps itself fresh in its own way. */
  onRefresh?: () => void
  refreshing?: boolean
  children: ReactNode
}

const TABS = ADMIN_TABS.map((tab) => ({ ...tab, href: `/admin?tab=${tab.id}` }))

/** What all tabs of the admins share: the title, the way between them, the button to read anew. */
export function AdminFrame({ tab, lead, onRefresh, refreshing, children }: AdminFrameProps) {
  const { revalidate, state } = useRevalidator()
  const navigation = useNavigation()
  const busy = (refreshing ?? state === 'loading') || navigation.state === 'loading'
  return (
    <ArtistFrame
      title="Администратору"
      lead={lead}
      actions={
        <IconButton
          label="Обновить"
          loading={busy}
          onClick={onRefresh ?? (() => void revalidate())}
        >
          <RotateCw className="ico" />
        </IconButton>
      }
    >
      <Tabs label="Разделы" current={tab} tabs={TABS} className={css.tabs} />
      {children}
    </ArtistFrame>
  )
}
