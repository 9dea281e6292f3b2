import { useState } from 'react'
import { useOnce } from '#web/lib/value-hooks.ts'
import { lazyPart } from '#web/parts/lazy-part.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import type { ComplainProps } from './subjects.ts'

const ComplaintSheet = lazyPart('web/parts/complaint/complaint-sheet.tsx', async () => {
  const { ComplaintSheet: Part } = await import('./complaint-sheet.tsx')
  return Part
})

/** Opens the sheet of a complaint. */
export function ComplainButton({ className, ...about }: ComplainProps & { className?: string }) {
  const [open, setOpen] = useState(false)
  const asked = useOnce(open)
  return (
    <>
      <Button
        variant="text"
        size="s"
        className={classes('only-scripted', className)}
        onClick={() => setOpen(true)}
      >
        Пожаловаться
      </Button>
      {asked && <ComplaintSheet {...about} open={open} onClose={() => setOpen(false)} />}
    </>
  )
}
