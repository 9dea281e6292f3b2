import { useState } from 'react'
import type { GuestOrders as Guest } from '#contract/listeners-words.ts'
import {
  GuestOrders,
  guestName,
  isRefunded,
  refundOf,
  takeOutText,
  TakeOutQuestion,
  waitingOrders,
} from '#web/parts/guest/guest-orders.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { PadSheet } from '../over/pad-sheet.tsx'
import type { PadState } from '../use-pad-state.ts'

type GuestSheetProps = { pad: PadState; askId: string | null; onClose: () => void }

/** All orders of one guest this evening, which can be taken out at once. */
export function GuestSheet({ pad, askId, onClose }: GuestSheetProps) {
  const [guest, setGuest] = useState<Guest | null>(null)
  const [asking, setAsking] = useState(false)
  const shown = askId === null ? null : guest
  const close = () => {
    setAsking(false)
    setGuest(null)
    onClose()
  }
  const takeOut = () => {
    if (askId === null || guest === null) return
    const waits = waitingOrders(guest)
    const leaving = waits.filter(({ alone }) => alone === true)
    pad.takeOutGuest({
      askId,
      name: guest.name,
      entries: waits.map(({ entryId }) => entryId),
      leaving: leaving.map(({ entryId }) => entryId),
      returned: refundOf(guest),
      ...(isRefunded(guest) && { paid: true }),
    })
    close()
  }
  return (
    <>
      <PadSheet
        open={askId !== null}
        onClose={close}
        title={shown === null ? 'Заказы гостя' : guestName(shown)}
        subtitle="Все заказы за этот вечер"
      >
        {askId !== null && pad.session && (
          <GuestOrders sessionId={pad.session.id} askId={askId} onLoaded={setGuest}>
            {(loaded) =>
              waitingOrders(loaded).length === 0 ? (
                <p className="muted">Сейчас ничего из них не ждёт.</p>
              ) : (
                <Button
                  variant="dangerLine"
                  size="stage"
                  block
                  onClick={isRefunded(loaded) ? () => setAsking(true) : takeOut}
                >
                  {takeOutText(loaded)}
                </Button>
              )
            }
          </GuestOrders>
        )}
      </PadSheet>
      {guest !== null && (
        <TakeOutQuestion
          guest={guest}
          open={asking}
          onClose={() => setAsking(false)}
          onConfirm={takeOut}
        />
      )}
    </>
  )
}
