import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { api } from '#contract/index.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { Followed } from '#domain/follows.ts'
import { IN_MESSENGER } from '#domain/messengers.ts'
import { CallFailed, sentenceOf } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { storeFollowing } from '#web/lib/device/device-memory.ts'
import { useSiteFacts } from '#web/lib/pages/site-facts.ts'
import { useWrongFocus } from '#web/lib/use-saving.ts'
import { MessengerButtons } from '#web/parts/messengers/messenger-buttons.tsx'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { BackSheet } from '#web/parts/back-sheet.tsx'

/** What a follower is notified of, and how often. */
function promiseOf(followed: Followed): string {
  if ('sessionId' in followed)
    return 'Напомним накануне и за два часа до начала, скажем о переносе и отмене. Не ночью.'
  if ('artistUsername' in followed)
    return 'Сообщим о новом концерте, о переносе и в день концерта. Не чаще раза в день и не ночью.'
  return 'songId' in followed
    ? 'Сообщим, когда здесь объявят концерт с этой песней или кто-нибудь начнёт её учить. Не чаще раза в день от одного музыканта и не ночью.'
    : 'Напишем, как только кто-то объявит концерт. Не чаще раза в день от одного музыканта и не ночью.'
}

type Change = 'push' | 'email' | 'end'
type Own = AnswerOf<typeof api.follows.own>
const NO_WAY: Own = { push: false, email: false, messenger: null, asked: false }
const isTold = ({ push, email, messenger }: Own) => push || email || messenger !== null

const DENIED = 'Уведомления запрещены в браузере. Можно подписаться по почте.'
const FAILED = 'Не получилось. Попробуйте ещё раз или подпишитесь по почте.'

const canPush = () =>
  'PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator

export const zoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** How this device follows, asked at each opening of the sheet, and the calls that change it. */
function useFollow(followed: Followed, open: boolean) {
  const [own, setOwn] = useState<Own | null>(null)
  /** The address that a letter went to. */
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [fields, setFields] = useState<CallFailed['fields']>({})
  const [pending, setPending] = useState<Change | null>(null)
  const [error, setError] = useState<{ at: Change; text: string } | null>(null)
  const [ended, setEnded] = useState(false)
  const asked = JSON.stringify(followed)
  // An answer from before a change made here tells nothing new.
  const changes = useRef(0)

  useEffect(() => {
    if (!open) return undefined
    let over = false
    const query: Followed = JSON.parse(asked)
    // The server may know a follow that this device has forgotten, and the other way round.
    const ask = () => {
      if (over) return
      const before = changes.current
      void call(api.follows.own, { query }).then(
        (known) => {
          if (over || before !== changes.current) return
          over = true
          setOwn(known)
          storeFollowing(query, isTold(known))
        },
        () => undefined,
      )
    }
    ask()
    window.addEventListener('online', ask)
    return () => {
      over = true
      window.removeEventListener('online', ask)
    }
  }, [asked, open])

  async function change(what: Change, work: () => Promise<Own | null>) {
    if (pending !== null) return
    setPending(what)
    setError(null)
    setEnded(false)
    try {
      const now = await work()
      if (now === null) return
      changes.current += 1
      setOwn(now)
      storeFollowing(followed, isTold(now))
    } catch (failure) {
      const wrong = failure instanceof CallFailed ? failure.fields : {}
      setFields(wrong)
      if (Object.keys(wrong).length === 0) setError({ at: what, text: sentenceOf(failure, FAILED) })
    } finally {
      setPending(null)
    }
  }

  return {
    own,
    sentTo,
    fields,
    pending,
    error,
    ended,
    byPush() {
      // Requested inside the tap event: otherwise some browsers treat it as unsolicited.
      const permission = Notification.requestPermission()
      void change('push', async () => {
        if ((await permission) !== 'granted') {
          setError({ at: 'push', text: DENIED })
          return null
        }
        const { subscribeBrowser } = await import('#web/lib/device/push-subscription.ts')
        const subscription = await subscribeBrowser()
        const body = { ...followed, subscription, timeZone: zoneHere() }
        await call(api.follows.byPush, { body })
        return { ...NO_WAY, ...own, push: true }
      })
    },
    byEmail(email: string, consent: boolean) {
      void change('email', async () => {
        await call(api.follows.byEmail, {
          body: { ...followed, email, consent, timeZone: zoneHere() },
        })
        setSentTo(email)
        setFields({})
        return { ...NO_WAY, ...own, asked: true }
      })
    },
    end() {
      void change('end', async () => {
        await call(api.follows.end, { body: followed })
        setSentTo(null)
        setEnded(true)
        return NO_WAY
      })
    },
  }
}

type FollowSheetProps = { followed: Followed; name: string; open: boolean; onClose: () => void }

export function FollowSheet({ followed, name, open, onClose }: FollowSheetProps) {
  return (
    <BackSheet open={open} onClose={onClose} title={name} subtitle={promiseOf(followed)}>
      <FollowForm followed={followed} open={open} />
    </BackSheet>
  )
}

function wayOf({ push, messenger }: Own): string {
  if (push) return 'сообщим на этом устройстве'
  return messenger === null ? 'пишем на почту' : `пишем ${IN_MESSENGER[messenger]}`
}

/** The ways to be notified, and the button that ends the follow. */
function FollowForm({ followed, open }: Pick<FollowSheetProps, 'followed' | 'open'>) {
  const follow = useFollow(followed, open)
  const { own, sentTo, pending, error, ended } = follow
  const follows = own !== null && isTold(own)
  return (
    <div className="stack">
      {ended && !follows && <output className="t-l">Отписались, больше не напишем.</output>}
      {follows && <output className="t-l">Вы подписаны: {wayOf(own)}.</output>}
      {canPush() && own?.push !== true && (
        <Button
          variant="primary"
          size="stage"
          block
          loading={pending === 'push'}
          onClick={follow.byPush}
        >
          Включить уведомления
        </Button>
      )}
      {error?.at === 'push' && <p role="alert">{error.text}</p>}
      {own !== null && own.messenger === null && (
        <MessengerButtons asked={{ ...followed, timeZone: zoneHere() }} />
      )}
      {sentTo !== null && own?.email !== true ? (
        <output className="t-l">
          Отправили письмо на {sentTo}. Откройте ссылку в нём, и будем сообщать.
        </output>
      ) : (
        !follows && <EmailForm follow={follow} />
      )}
      {error !== null && error.at !== 'push' && <p role="alert">{error.text}</p>}
      {(follows || own?.asked === true) && (
        <Button block loading={pending === 'end'} onClick={follow.end}>
          {follows ? 'Отписаться' : 'Забыть мой адрес'}
        </Button>
      )}
    </div>
  )
}

type EmailFormProps = { follow: ReturnType<typeof useFollow> }

/** By e-mail, once the address is confirmed. */
function EmailForm({ follow: { fields, pending, byEmail } }: EmailFormProps) {
  const { privacyUrl } = useSiteFacts()
  const form = useRef<HTMLFormElement>(null)
  useWrongFocus(form, fields)
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const email = typed.get('email')
    byEmail(typeof email === 'string' ? email : '', typed.has('consent'))
  }
  return (
    <form ref={form} noValidate className="stack" onSubmit={send}>
      <Field
        label="Почта"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={fields['email']}
      />
      <Checkbox name="consent" error={fields['consent']}>
        Даю согласие на{' '}
        <Anchor href={privacyUrl} target="_blank" rel="noopener" className="link">
          обработку персональных данных
        </Anchor>
        : адрес нужен только для этих писем
      </Checkbox>
      <Button type="submit" block loading={pending === 'email'}>
        Прислать письмо для подтверждения
      </Button>
    </form>
  )
}
