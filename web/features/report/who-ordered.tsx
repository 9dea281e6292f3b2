import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import type { GuestOrders as Guest } from '#contract/listeners-words.ts'
import type { ReportSong } from '#contract/report.ts'
import { sentenceOf } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { newKey } from '#web/lib/device/device-memory.ts'
import { useSaving } from '#web/lib/use-saving.ts'
import {
  GuestOrders,
  guestName,
  takeOutText,
  TakeOutQuestion,
  waitingOrders,
} from '#web/parts/guest/guest-orders.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { User } from '#web/ui/icons/artist-icons.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'
import { BackSheet } from '#web/parts/back-sheet.tsx'

type Asks = AnswerOf<typeof api.artist.asks>

type WhoOrderedProps = { sessionId: string; song: ReportSong; onTakenOut: () => Promise<void> }

/** The guests behind a song of the report, and all orders of each. */
export function WhoOrdered({ sessionId, song, onTakenOut }: WhoOrderedProps) {
  const { entryId, title, backers } = song
  const [asks, setAsks] = useState<Asks | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const [askId, setAskId] = useState<string | null>(null)
  if (entryId === null || backers === 0) return null
  const read = () => {
    setFailed(null)
    call(api.artist.asks, { query: { sessionId, entryId } }).then(
      (answer) => {
        setAsks(answer)
        setAskId(answer.length === 1 ? (answer[0]?.id ?? null) : null)
      },
      (failure: unknown) => setFailed(sentenceOf(failure)),
    )
  }
  const close = () => {
    setOpen(false)
    setAskId(null)
  }
  return (
    <>
      <IconButton
        label={`Кто заказал: ${title}`}
        onClick={() => {
          setOpen(true)
          read()
        }}
      >
        <User />
      </IconButton>
      <BackSheet open={open} onClose={close} title="Кто заказал" {...(open && { subtitle: title })}>
        {failed !== null && (
          <EmptyState
            rest={false}
            text={failed}
            action={<Button onClick={read}>Попробовать ещё раз</Button>}
          />
        )}
        {failed === null && asks === null && <LoadingWords text="Узнаём, кто заказал…" />}
        {asks?.length === 0 && (
          <EmptyState muted rest={false} text="Эту песню уже никто не ждёт." />
        )}
        {askId === null &&
          asks?.map(({ id, name, held }) => (
            <Button key={id} block onClick={() => setAskId(id)}>
              {held ? 'скрыто' : guestName({ name })}
            </Button>
          ))}
        {askId !== null && (
          <GuestOrders key={askId} sessionId={sessionId} askId={askId}>
            {(guest) => (
              <TakeOut
                {...{ sessionId, askId, guest }}
                onDone={async () => {
                  close()
                  await onTakenOut()
                }}
              />
            )}
          </GuestOrders>
        )}
      </BackSheet>
    </>
  )
}

type TakeOutProps = {
  sessionId: string
  askId: string
  guest: Guest
  onDone: () => Promise<void>
}

/** Takes out what still waits, with a question first. */
function TakeOut({ sessionId, askId, guest, onDone }: TakeOutProps) {
  const [asking, setAsking] = useState(false)
  const [idempotencyKey] = useState(newKey)
  const { saving, save } = useSaving({ toast: true })
  const waits = waitingOrders(guest)
  if (waits.length === 0) return <p className="muted">{guestName(guest)}: ничего не ждёт.</p>
  const takeOut = () =>
    save(async () => {
      const entryIds = waits.map(({ entryId }) => entryId)
      const body = { sessionId, askId, entryIds }
      await call(api.artist.takeOutGuest, { body }, { idempotencyKey })
      setAsking(false)
      await onDone()
    })
  return (
    <>
      <p className="muted">{guestName(guest)}</p>
      <Button variant="dangerLine" block onClick={() => setAsking(true)}>
        {takeOutText(guest)}
      </Button>
      <TakeOutQuestion
        guest={guest}
        open={asking}
        pending={saving}
        onClose={() => setAsking(false)}
        onConfirm={() => void takeOut()}
      />
    </>
  )
}
