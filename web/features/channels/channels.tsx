import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { api } from '#contract/index.ts'
import type { Channels } from '#contract/messengers.ts'
import { IN_MESSENGER } from '#domain/messengers.ts'
import { clockTime } from '#domain/russian.ts'
import { call } from '#web/lib/calls/call.ts'
import { dayAndTime, useViewerZone } from '#web/lib/format.ts'
import { useSaving } from '#web/lib/use-saving.ts'
import { usePresses } from '#web/lib/value-hooks.ts'
import { ArtistFrame } from '#web/parts/frame/artist-frame.tsx'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage(
  'Каналы и группы',
  () => call(api.messengers.channels, {}),
)

/** Where the artist's concerts are posted, with the code that adds a channel. */
export default function ChannelsPage() {
  const { messengers, channels } = useLoaderData<Channels>()
  const zone = useViewerZone()
  return (
    <ArtistFrame
      title="Каналы и группы"
      lead="Новый концерт, перенос, отмена и начало: по одному сообщению с картинкой и кнопкой."
    >
      <Section title="Подключены">
        {channels.length === 0 && <EmptyState text="Пока ни одного." muted />}
        <ul className="stack">
          {channels.map((channel) => (
            <Channel key={channel.id} channel={channel} zone={zone} />
          ))}
        </ul>
      </Section>
      <Section title="Подключить ещё">
        {messengers.length === 0 ? (
          <EmptyState text="Мессенджеры здесь не подключены." muted />
        ) : (
          <NewCode messengers={messengers} zone={zone} />
        )}
      </Section>
    </ArtistFrame>
  )
}

type NewCodeProps = { messengers: Channels['messengers']; zone: string }

function NewCode({ messengers, zone }: NewCodeProps) {
  const { saving, failed, save } = useSaving()
  const { revalidate } = useRevalidator()
  const [given, setGiven] = useState<{ code: string; until: string } | null>(null)
  const ask = () =>
    save(async () => {
      setGiven(await call(api.messengers.code, { body: {} }))
    })
  return (
    <div className="stack">
      <p>
        Добавьте бота в канал или группу администратором и отправьте туда код. Отправить его должен
        тот, кто ведёт канал.
      </p>
      <ul>
        {messengers.map(({ name, bot }) => (
          <li key={name}>
            Бот {IN_MESSENGER[name]}: <span className="b">{bot}</span>
          </li>
        ))}
      </ul>
      {given !== null && (
        <output>
          <span className="d-s">{given.code}</span>
          <br />
          Действует до {clockTime(new Date(given.until), zone)}, один раз. Потом сообщение с ним
          можно удалить.
        </output>
      )}
      {failed !== null && <p role="alert">{failed}</p>}
      <Button block variant="primary" loading={saving} onClick={() => void ask()}>
        {given === null ? 'Получить код' : 'Получить другой код'}
      </Button>
      {given !== null && (
        <Button block onClick={() => void revalidate()}>
          Проверить, подключился ли
        </Button>
      )}
    </div>
  )
}

type ChannelProps = { channel: Channels['channels'][number]; zone: string }

function Channel({ channel: { id, messenger, title, post }, zone }: ChannelProps) {
  const { press, isPending } = usePresses()
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const end = () =>
    press(id, async () => {
      await call(api.messengers.end, { body: { id } })
      toast('Больше туда не пишем')
      await revalidate()
    })
  return (
    <li>
      <p className="b">
        {title === '' ? 'Без названия' : title}{' '}
        <span className="muted">{IN_MESSENGER[messenger]}</span>
      </p>
      <p className="t-s muted">
        {post === null
          ? 'За месяц ничего не писали.'
          : `${dayAndTime(post.at, zone)} · ${post.title}. ${post.line}`}
      </p>
      <Button
        size="s"
        aria-label={`Отключить: ${title}`}
        loading={isPending(id)}
        onClick={() => void end()}
      >
        Отключить
      </Button>
    </li>
  )
}
