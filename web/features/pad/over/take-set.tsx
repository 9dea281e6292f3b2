import { useEffect, useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { laidSetWords, setLengthWords } from '#domain/songs/song-set.ts'
import { sentenceOf } from '#web/lib/calls/call-failed.ts'
import { padCall as call } from '#web/lib/calls/call.ts'
import { newKey } from '#web/lib/device/device-memory.ts'
import { usePresses } from '#web/lib/value-hooks.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { Plus } from '#web/ui/icons/icons.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'
import { PadSheet } from './pad-sheet.tsx'
import css from './take-set.module.css'

type SetLine = AnswerOf<typeof api.artist.sets>[number]

export type TakeSetProps = { sessionId: string; onAdd: () => void; onClose: () => void }

/** The artist's sets, over the pad: one tap puts the songs of one into the queue. */
export function TakeSet({ sessionId, onAdd, onClose }: TakeSetProps) {
  const [sets, setSets] = useState<readonly SetLine[] | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const { press, isPending } = usePresses()
  const toast = useToast()
  useEffect(() => {
    if (failed !== null) return undefined
    let closed = false
    call(api.artist.sets, {}).then(
      (answer) => !closed && setSets(answer),
      (failure: unknown) => !closed && setFailed(sentenceOf(failure)),
    )
    return () => {
      closed = true
    }
  }, [failed])

  const take = ({ id }: SetLine) =>
    press(id, async () => {
      const body = { id, sessionId }
      const laid = await call(api.artist.laySet, { body }, { idempotencyKey: newKey() })
      toast(laidSetWords(laid))
      onClose()
    })
  return (
    <PadSheet open onClose={onClose} title="Взять сет">
      {sets === null && failed === null && <LoadingWords text="Загружаем сеты…" />}
      {sets === null && failed !== null && (
        <EmptyState
          rest={false}
          text={failed}
          action={<Button onClick={() => setFailed(null)}>Попробовать ещё раз</Button>}
        />
      )}
      {sets?.length === 0 && (
        <EmptyState
          rest={false}
          text="Сетов пока нет. Сейчас песни добавляет «Своя песня», а сет соберите в кабинете."
          action={
            <Button variant="primary" size="stage" block icon={<Plus />} onClick={onAdd}>
              Своя песня
            </Button>
          }
        />
      )}
      {sets !== null && sets.length > 0 && (
        <ul>
          {sets.map((set) => (
            <li key={set.id}>
              <button
                type="button"
                aria-label={`Добавить сет в очередь: ${set.title}`}
                aria-busy={isPending(set.id) || undefined}
                disabled={set.songs === 0}
                className={css.set}
                onClick={() => void take(set)}
              >
                <b>{set.title}</b>
                <small>{setLengthWords(set)}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </PadSheet>
  )
}
