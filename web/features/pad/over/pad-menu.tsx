import { useState } from 'react'
import type { ReactNode } from 'react'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { classes } from '#web/ui/classes.ts'
import { ChevronDown } from '#web/ui/icons/more-icons.tsx'
import { EllipsisVertical } from '#web/ui/icons/icons.tsx'
import css from './pad-menu.module.css'
import { PadSheet } from './pad-sheet.tsx'

export type PadTool = {
  key: string
  label: string
  icon: ReactNode
  /** Its state, in a few words. */
  note?: string
  danger?: boolean
} & (
  | { onSelect: () => void; href?: undefined }
  | { href: string; blank?: boolean; onSelect?: undefined }
)

export type PadToolGroup = { name: string; actions: readonly PadTool[] }

type PadMenuProps = {
  open: boolean
  onClose: () => void
  tiles: readonly PadTool[]
  groups: readonly PadToolGroup[]
  /** Alone and last; null where the concert is not ended here. */
  end: PadTool | null
}

/** What the pad can do besides its songs: five tiles, and the rest under «Ещё». */
export function PadMenu({ open, onClose, tiles, groups, end }: PadMenuProps) {
  const [all, setAll] = useState(false)
  const close = () => {
    setAll(false)
    onClose()
  }
  const drawn = (action: PadTool, className: string | undefined) => (
    <Action key={action.key} action={action} className={className} onDone={close} />
  )
  return (
    <PadSheet
      // Each begins at its top.
      key={String(all)}
      open={open}
      onClose={close}
      title={all ? 'Ещё' : 'Концерт'}
    >
      {!all && <div className={css.tiles}>{tiles.map((one) => drawn(one, css.tile))}</div>}
      {!all && (
        <button type="button" className={css.more} onClick={() => setAll(true)}>
          <EllipsisVertical />
          Ещё
          <ChevronDown />
        </button>
      )}
      {all &&
        groups.map(({ name, actions }) => (
          <section key={name} aria-label={name} className={css.group}>
            <h3 className={css.name}>{name}</h3>
            {actions.map((one) => drawn(one, css.action))}
          </section>
        ))}
      {all && end !== null && (
        <div className={css.group}>{drawn(end, classes(css.action, css.danger))}</div>
      )}
    </PadSheet>
  )
}

type ActionProps = { action: PadTool; className: string | undefined; onDone: () => void }

function Action({ action, className, onDone }: ActionProps) {
  const content = (
    <>
      {action.icon}
      <span className={css.words}>
        {action.label}
        {action.note !== undefined && <small> {action.note}</small>}
      </span>
    </>
  )
  if (action.href !== undefined)
    return (
      <Anchor
        href={action.href}
        className={className}
        // A link to another page takes the menu away with the pad: the step back of a closed sheet would cancel it.
        {...(action.blank && { target: '_blank', onClick: onDone })}
      >
        {content}
      </Anchor>
    )
  return (
    <button
      type="button"
      className={className}
      onClick={() => {
        onDone()
        action.onSelect()
      }}
    >
      {content}
    </button>
  )
}
