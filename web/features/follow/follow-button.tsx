import { useState, useSyncExternalStore } from 'react'
import type { MouseEvent } from 'react'
import type { Followed } from '#domain/follows.ts'
import { isFollowing, watchStored } from '#web/lib/device-memory.ts'
import { useOnce } from '#web/lib/value-hooks.ts'
import { lazyPart } from '#web/parts/lazy-part.tsx'
import { Button } from '#web/ui/button.tsx'

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
  size?: 's' | 'm' | 'stage'
  block?: boolean
  className?: string | undefined
}

/** Opens the sheet for following; before hydration it links to the page that does the same. */
export function FollowButton({ followed, name, children = 'Следить', ...look }: FollowButtonProps) {
  const follows = useSyncExternalStore(
    watchStored,
    () => isFollowing(followed),
    () => false,
  )
  const [open, setOpen] = useState(false)
  const asked = useOnce(open)
  const press = (event: MouseEvent) => {
    event.preventDefault()
    setOpen(true)
  }
  return (
    <>
      <Button
        {...look}
        href={`/follow?${new URLSearchParams(followed).toString()}`}
        rel="nofollow"
        onPointerEnter={FollowSheet.preload}
        onFocus={FollowSheet.preload}
        onClick={press}
      >
        {follows ? 'Вы следите' : children}
      </Button>
      {asked && (
        <FollowSheet followed={followed} name={name} open={open} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
