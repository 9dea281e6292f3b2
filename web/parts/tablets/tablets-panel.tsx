import { useEffect, useEffectEvent, useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import type { Tablet } from '#contract/tablets.ts'
import { clockTime } from '#domain/russian.ts'
import { tableWords } from '#domain/queue/own-song.ts'
import { SECOND_MS } from '#domain/time.ts'
import { orElse, sentenceOf } from '#web/lib/calls/call-failed.ts'
import { call, serverNow } from '#web/lib/calls/call.ts'
import { useViewerZone } from '#web/lib/format.ts'
import { useSiteFacts } from '#web/lib/pages/site-facts.ts'
import { usePoll, usePresses } from '#web/lib/value-hooks.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'
import css from './tablets-panel.module.css'

/** A tablet that was just paired is in the list so soon (ms). */
const LOOK_MS = 3 * SECOND_MS

export type TabletsPanelProps = { sessionId: string; artistUsername: string }

type Code = AnswerOf<typeof api.tablets.code>

/** The code that pairs tablets of the hall with a concert, and those that are paired. */
export function TabletsPanel({ sessionId, artistUsername }: TabletsPanelProps) {
  const { publicUrl } = useSiteFacts()
  const zone = useViewerZone()
  const { press, isPending } = usePresses()
  const [code, setCode] = useState<Code | null>(null)
  const [tablets, setTablets] = useState<readonly Tablet[] | null>(null)
  const [failed, setFailed] = useState<string | null>(null)

  const told = (failure: unknown) => setFailed(sentenceOf(failure))
  const renew = () =>
    call(api.tablets.code, { body: { sessionId } }).then((fresh) => {
      setCode(fresh)
      setFailed(null)
    })
  const look = () => call(api.tablets.list, { query: { sessionId } }).then(setTablets)
  const begin = useEffectEvent(() => {
    void orElse(renew(), told)
    void orElse(look(), told)
  })
  useEffect(() => begin(), [])
  usePoll(true, LOOK_MS, () => {
    void orElse(look(), () => undefined)
    // A code that nobody could use any more is not left on the screen.
    if (code !== null && Date.parse(code.validUntil) <= serverNow()) setCode(null)
  })
  const end = (id: string) => async () => {
    await call(api.tablets.end, { body: { sessionId, id } })
    setTablets((before) => before?.filter((one) => one.id !== id) ?? null)
  }

  const address = `${publicUrl}/user/${artistUsername}/tablet`
  return (
    <div className={css.panel}>
      <p>
        Заказы для тех, кто без телефона. Откройте на планшете эту страницу и введите код и номер
        стола.
      </p>
      <p className={css.address}>{address.replace(/^https?:\/\//u, '')}</p>
      {code !== null && (
        <p>
          <b className={css.code}>{`${code.code.slice(0, 3)}\u00A0${code.code.slice(3)}`}</b>
          <span className="muted">
            Действует до {clockTime(new Date(code.validUntil), zone)}. С ним же планшет пересаживают
            за другой стол.
          </span>
        </p>
      )}
      {code === null && failed === null && tablets === null && <LoadingWords text="Готовим код…" />}
      {failed !== null && <p role="alert">{failed}</p>}
      <Button
        size="stage"
        block
        loading={isPending('code')}
        onClick={() => void press('code', renew)}
      >
        Новый код
      </Button>
      <p className="muted t-s">
        Чтобы гости не ушли со страницы, включите на планшете «Закрепление экрана» (Android) или
        «Гид-доступ» (iPad).
      </p>
      {tablets?.length === 0 && <p className="muted">Планшетов пока нет</p>}
      {tablets !== null && tablets.length > 0 && (
        <ul aria-label="Планшеты">
          {tablets.map(({ id, table, pairedAt }) => (
            <li key={id} className={css.tablet}>
              <span className={css.name}>
                {tableWords([table])}
                <span className="muted t-s">Подключён в {clockTime(new Date(pairedAt), zone)}</span>
              </span>
              <Button
                size="s"
                variant="dangerLine"
                aria-label={`Отключить: ${tableWords([table])}`}
                loading={isPending(id)}
                onClick={() => void press(id, end(id))}
              >
                Отключить
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
