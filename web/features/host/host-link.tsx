import { useEffect, useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { HostOfArtist } from '#contract/host.ts'
import { api } from '#contract/index.ts'
import { sentenceOf } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { useCopyLink, useShare } from '#web/lib/pages/share.tsx'
import { useSaving } from '#web/lib/use-saving.ts'
import { usePresses } from '#web/lib/value-hooks.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Badge } from '#web/ui/status/badge.tsx'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'
import css from './host-link.module.css'
import { statusWords } from './status-words.ts'

type Made = AnswerOf<typeof api.artist.makeHostLink>

type HostLinkProps = { sessionId: string; over?: boolean }

/** «Хозяин вечера» of the artist's own concert: the link to share, to close and to call back, and what the host wrote. */
export function HostLink({ sessionId, over = false }: HostLinkProps) {
  const [host, setHost] = useState<HostOfArtist | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  useEffect(() => {
    if (failed !== null) return
    call(api.artist.host, { query: { sessionId } }).then(setHost, (failure: unknown) =>
      setFailed(sentenceOf(failure)),
    )
  }, [sessionId, failed])
  if (host === null && failed === null) return <LoadingWords text="Загружаем…" />
  if (host === null)
    return (
      <EmptyState
        rest={false}
        text={failed ?? ''}
        action={<Button onClick={() => setFailed(null)}>Загрузить ещё раз</Button>}
      />
    )
  return (
    <div className={css.panel}>
      <Link {...{ sessionId, host, over }} onChange={setHost} />
      <HostSongs {...{ sessionId, host, over }} onChange={setHost} />
    </div>
  )
}

type PartProps = {
  sessionId: string
  host: HostOfArtist
  over: boolean
  onChange: (host: HostOfArtist) => void
}

function Link({ sessionId, host, over, onChange }: PartProps) {
  const share = useShare()
  const copy = useCopyLink()
  const [made, setMade] = useState<Made | null>(null)
  const { saving, failed, save } = useSaving()
  const { press, isPending } = usePresses()
  const { link } = host
  const make = () =>
    save(async () => {
      setMade(await call(api.artist.makeHostLink, { body: { sessionId } }))
      onChange({ ...host, link: { opened: false, closed: false } })
    })
  const close = (closed: boolean) => async () =>
    onChange(await call(api.artist.closeHostLists, { body: { sessionId, closed } }))
  const revoke = async () => {
    await call(api.artist.revokeHostLink, { body: { sessionId } })
    setMade(null)
    onChange({ ...host, link: null })
  }
  return (
    <section aria-label="Ссылка хозяина вечера" className={css.link}>
      <p>
        Для свадьбы или праздника: по ссылке хозяин пишет, что сыграть обязательно, что не играть и
        что сказать в важный момент, и видит очередь с заказами. Пульта, денег и настроек у него
        нет.
      </p>
      {made !== null && link !== null && (
        <>
          <img
            src={`data:image/svg+xml,${encodeURIComponent(made.qr)}`}
            alt="QR-код хозяина вечера"
            className={css.qr}
          />
          <p>Отправьте ссылку хозяину. Её видно один раз: если потеряете, сделайте новую.</p>
          <Button variant="primary" block onClick={() => share(made.link, 'Хозяин вечера')}>
            Отправить ссылку
          </Button>
          <Button block onClick={() => void copy(made.link)}>
            Скопировать
          </Button>
        </>
      )}
      {link !== null && (
        <>
          <p className={css.state}>
            <Badge tone={link.closed ? 'off' : 'plain'}>
              {link.closed ? 'Списки закрыты' : 'Списки открыты'}
            </Badge>
            <span className="muted">
              {link.opened ? 'Хозяин открывал ссылку' : 'Ссылку ещё не открывали'}
            </span>
          </p>
          {!over && (
            <>
              <Button
                block
                variant={link.closed ? 'line' : 'invert'}
                loading={isPending('close')}
                onClick={() => void press('close', close(!link.closed))}
              >
                {link.closed ? 'Открыть списки' : 'Закрыть списки'}
              </Button>
              <p className="muted">
                {link.closed
                  ? 'Хозяин видит, что записал, и очередь, но ничего не меняет.'
                  : 'Закройте, когда программа готова: хозяин будет видеть её, но не менять.'}
              </p>
            </>
          )}
        </>
      )}
      {failed !== null && <p role="alert">{failed}</p>}
      {!over && (
        <Button
          block
          variant={link === null ? 'primary' : 'text'}
          loading={saving}
          onClick={() => void make()}
        >
          {link === null ? 'Сделать ссылку' : 'Сделать новую ссылку вместо этой'}
        </Button>
      )}
      {link !== null && (
        <Button
          block
          variant="dangerLine"
          loading={isPending('revoke')}
          onClick={() => void press('revoke', revoke)}
        >
          Отозвать ссылку
        </Button>
      )}
    </section>
  )
}

function HostSongs({ sessionId, host, over, onChange }: PartProps) {
  const { press, isPending } = usePresses()
  const { songs, moments } = host
  const open = (id: string) => async () =>
    onChange(await call(api.artist.openMoment, { body: { sessionId, id } }))
  if (songs.length + moments.length === 0)
    return <p className="muted">Хозяин пока ничего не записал.</p>
  return (
    <>
      {songs.length > 0 && (
        <Section title="Обязательно сыграть" count={songs.length}>
          <ol className={css.songs}>
            {songs.map((song) => (
              <li key={song.id} className={css.song}>
                <span className={css.name}>
                  {song.title}
                  {song.artistName !== '' && <span className="muted">, {song.artistName}</span>}
                </span>
                <span className="muted">{statusWords(song.status, over)}</span>
              </li>
            ))}
          </ol>
        </Section>
      )}
      {moments.length > 0 && (
        <Section title="Моменты" count={moments.length}>
          <ul className={css.songs}>
            {moments.map((one) => (
              <li key={one.id} className={css.song}>
                <span className={css.name}>
                  {one.held ? <i>скрыто</i> : one.moment}
                  <span className={css.what}>
                    {[one.title, one.artistName].filter(Boolean).join(', ')}
                  </span>
                  {one.words !== '' && <span className={css.words}>{one.words}</span>}
                </span>
                {one.held ? (
                  <Button
                    size="s"
                    aria-label={`Показать слова: ${one.title}`}
                    loading={isPending(one.id)}
                    onClick={() => void press(one.id, open(one.id))}
                  >
                    Показать
                  </Button>
                ) : (
                  <span className="muted">{statusWords(one.status, over)}</span>
                )}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {!over && (
        <p className="muted">
          Когда концерт начнётся, эти песни встанут первыми в «Очередь» как ваши. Переставить и
          убрать их на пульте можете вы.
        </p>
      )}
    </>
  )
}
