import { useRef } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { api } from '#contract/index.ts'
import { call } from '#web/lib/calls/call.ts'
import { useSaving } from '#web/lib/use-saving.ts'
import { newKey } from '#web/lib/device/device-memory.ts'
import { devicePosition } from '#web/parts/map/map-view.ts'
import type { MapPoint } from '#web/parts/map/map-view.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { FieldNote } from '#web/ui/fields/field-note.tsx'

type PlayHereProps = {
  /** The pin; when left out, the device's position, or a page with a pin when the position is not available. */
  point?: MapPoint | null
  /** In the artist's own words. */
  address?: string
}

/** Starts a concert that runs from now on, here, with one tap. */
export function PlayHere({ point, address = '' }: PlayHereProps) {
  const { saving, failed, save } = useSaving()
  // The answer may be lost: the next tap repeats the same request.
  const sent = useRef<{ body: MapPoint & { description?: string }; key: string } | null>(null)
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()

  const play = () =>
    save(
      async () => {
        const here = point ?? sent.current?.body ?? (await devicePosition())
        if (here === null) {
          await navigate('/artist/play-here')
          return
        }
        const { latitude, longitude } = here
        const description = address.trim()
        const body = { latitude, longitude, ...(description !== '' && { description }) }
        const known = JSON.stringify(sent.current?.body) === JSON.stringify(body)
        const key = (known ? sent.current?.key : undefined) ?? newKey()
        sent.current = { body, key }
        await call(api.session.playHere, { body }, { idempotencyKey: key })
        // Switching tabs of one page reloads nothing.
        if (point === undefined) await revalidate()
        await navigate('/artist?tab=concert', { replace: point !== undefined })
      },
      ({ status }) => {
        if (status >= 400 && status < 500) sent.current = null
      },
    )

  return (
    <>
      <Button
        variant={point === undefined ? 'line' : 'primary'}
        block
        loading={saving}
        disabled={point === null}
        onClick={() => void play()}
      >
        Играю здесь
      </Button>
      <FieldNote
        id="play-here-note"
        error={failed}
        help="Концерт на улице: без даты и конца, сразу на карте. Закончится сам через 3 часа без ваших нажатий."
      />
    </>
  )
}
