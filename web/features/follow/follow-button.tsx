import { useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import type { Followed } from '#domain/follows.ts'
import { isFollowing, watchStored } from '#web/lib/device/device-memory.ts'
import { useOnce } from '#web/lib/value-hooks.ts'
import { lazyPart } from '#web/parts/lazy-part.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'

const FollowSheet = lazyPart('web/features/follow/follow-form.tsx', async () => {
  const { FollowSheet: Part } = await import('./follow-form.tsx')
  return Part
})

type FollowButtonProps = {
  followed: Followed
  /** The artist or song, as the sheet names it. */
  name: string
  /** The label for a visitor who does not follow yet. */
  children?: string
  /** The label for who follows. */
  told?: string
  variant?: 'primary' | 'line'
  icon?: ReactNode
  size?: 's' | 'm' | 'stage'
  block?: boolean
  className?: string | undefined
}

/** Opens the sheet for following. */
export function FollowButton(props: FollowButtonProps) {
  const { followed, name, children = 'Подписаться', told = 'Вы подписаны', ...others } = props
  const { className, variant, ...look } = others
  const follows = useSyncExternalStore(
    watchStored,
    () => isFollowing(followed),
    () => false,
  )
  const [open, setOpen] = useState(false)
  const asked = useOnce(open)
  return (
    <>
      <Button
        {...look}
        variant={follows ? 'invert' : (variant ?? 'line')}
        aria-pressed={follows}
        className={classes('only-scripted', className)}
        onPointerEnter={FollowSheet.preload}
        onFocus={FollowSheet.preload}
        onClick={() => setOpen(true)}
      >
        {follows ? told : children}
      </Button>
      {asked && (
        <FollowSheet followed={followed} name={name} open={open} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
