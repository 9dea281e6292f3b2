import type { FormEvent } from 'react'
import { lazyPart } from '#web/parts/lazy-part.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { HeartHandshake } from '#web/ui/icons/icons.tsx'
import { useThanksSheet } from './use-thanks-sheet.ts'

/** The sheet for a tip; it is loaded when it is first needed. */
export const ThanksSheet = lazyPart('web/features/artist-page/tip/thanks-sheet.tsx', async () => {
  const { ThanksSheet: Part } = await import('./thanks-sheet.tsx')
  return Part
})

type ThanksButtonProps = {
  /** The newer look, of the flag `new-support-button`. */
  newLook: boolean
  block?: boolean
  className?: string
}

/** Opens the sheet for a tip; a form, so that it works before hydration. */
export function ThanksButton({ newLook, block = false, className }: ThanksButtonProps) {
  const sheet = useThanksSheet()
  const open = (event: FormEvent) => {
    event.preventDefault()
    sheet.open()
  }
  return (
    <form method="get" className={className} onSubmit={open}>
      <input type="hidden" name="tab" value="profile" />
      <input type="hidden" name="thanks" value="1" />
      <Button
        type="submit"
        onPointerEnter={ThanksSheet.preload}
        onFocus={ThanksSheet.preload}
        variant={newLook ? 'primary' : 'line'}
        block={block}
        icon={newLook && <HeartHandshake />}
      >
        Поблагодарить
      </Button>
    </form>
  )
}
