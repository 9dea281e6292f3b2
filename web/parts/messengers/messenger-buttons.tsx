import type { BodyOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { IN_MESSENGER } from '#domain/messengers.ts'
import type { MessengerName } from '#domain/messengers.ts'
import { call } from '#web/lib/calls/call.ts'
import { useSiteFacts } from '#web/lib/pages/site-facts.ts'
import { useSaving } from '#web/lib/use-saving.ts'
import { Button } from '#web/ui/buttons/button.tsx'

type Asked = Omit<BodyOf<typeof api.messengers.link>, 'messenger'>

/** Each opens a chat with our bot, which then tells what was asked for. */
export function MessengerButtons({ asked }: { asked: Asked }) {
  const { messengers = [] } = useSiteFacts()
  return messengers.map((name) => <MessengerButton key={name} name={name} asked={asked} />)
}

function MessengerButton({ name, asked }: { name: MessengerName; asked: Asked }) {
  const { saving, failed, save } = useSaving()
  const open = () =>
    save(async () => {
      const { url } = await call(api.messengers.link, { body: { ...asked, messenger: name } })
      // In the same tab: a tab opened after an answer is taken for an advertisement.
      location.assign(url)
    })
  return (
    <>
      <Button block loading={saving} onClick={() => void open()}>
        Сообщать {IN_MESSENGER[name]}
      </Button>
      {name === 'vk' && (
        <p className="t-s muted">В открывшемся чате нажмите «Начать» или напишите любое слово.</p>
      )}
      {failed !== null && <p role="alert">{failed}</p>}
    </>
  )
}
