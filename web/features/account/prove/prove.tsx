import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { api } from '#contract/index.ts'
import { ENDED_WITH_LOGINS } from '#domain/accounts/ended-with-logins.ts'
import { errorMessage } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { proveByKey } from '#web/lib/device/passkeys.ts'
import { useForm, useSaving } from '#web/lib/use-saving.ts'
import { ArtistFrame } from '#web/parts/frame/artist-frame.tsx'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { TO_SECURITY } from '#web/parts/frame/cabinet-places.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { CodeInput } from '#web/ui/fields/code-input.tsx'
import { FieldNote } from '#web/ui/fields/field-note.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { KeyRound } from '#web/ui/icons/artist-icons.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import account from '../account.module.css'

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage('Подтвердите вход')

const FAILED = 'Не получилось. Попробуйте ещё раз.'
const words = { wordsOf: (failure: unknown) => errorMessage(failure, FAILED) }

/** Proves who holds this login: by a key, by a code in its place, or by giving up every key. */
export default function Prove() {
  const [search] = useSearchParams()
  const asked = search.get('then') ?? ''
  // Only a page of ours.
  const then = /^\/admin(?:\?|$)/u.test(asked) ? asked : TO_SECURITY.href
  const navigate = useNavigate()
  const { saving, failed, save } = useSaving(words)
  const proved = () => navigate(then, { replace: true })

  return (
    <ArtistFrame
      title="Подтвердите вход"
      lead={then === TO_SECURITY.href ? undefined : 'Оператору нужен ключ.'}
      back={TO_SECURITY}
    >
      <Button
        variant="primary"
        block
        icon={<KeyRound />}
        loading={saving}
        onClick={() =>
          void save(async () => {
            await proveByKey()
            await proved()
          })
        }
      >
        Подтвердить ключом
      </Button>
      <FieldNote id="prove-error" error={failed} />
      <ByCode onProved={proved} />
      <LostKeys />
    </ArtistFrame>
  )
}

function ByCode({ onProved }: { onProved: () => unknown }) {
  const [code, setCode] = useState('')
  const saving = useForm(words)
  const prove = () =>
    saving.save(async () => {
      await call(api.security.proveByCode, { body: { code } })
      await onProved()
    })
  return (
    <Section title="Ключа нет под рукой" id="by-code">
      <form {...saving.formOf(prove)} aria-label="Код вместо ключа" className={account.form}>
        <Field
          label="Один из десяти кодов"
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={code}
          error={saving.errors['code']}
          onChange={({ target }) => {
            setCode(target.value)
            saving.correct(['code'])
          }}
        />
        <FieldNote id="by-code-error" error={saving.failed} />
        <Button type="submit" block loading={saving.saving}>
          Подтвердить кодом
        </Button>
      </form>
    </Section>
  )
}

function LostKeys() {
  const [sent, setSent] = useState(false)
  const [code, setCode] = useState('')
  const saving = useForm(words)
  const navigate = useNavigate()
  const toast = useToast()
  const send = () =>
    saving.save(async () => {
      await call(api.security.lostCode, {})
      setSent(true)
    })
  const lose = (verificationCode: string) =>
    saving.save(async () => {
      await call(api.security.loseKeys, { body: { verificationCode } })
      toast('Ключи убраны')
      await navigate(TO_SECURITY.href, { replace: true })
    })
  return (
    <Section title="Потеряно всё" id="lost">
      <p className="muted">
        {`Пришлём код на почту. Ключи и коды для входа перестанут работать, на других устройствах придётся войти заново, ${ENDED_WITH_LOGINS} отключатся, а выплаты подождут 72 часа.`}
      </p>
      <form
        {...saving.formOf(() => (sent ? lose(code) : send()))}
        aria-label="Потеряны все ключи"
        className={account.form}
      >
        {sent && (
          <CodeInput
            label="Код из письма"
            value={code}
            error={saving.errors['verificationCode']}
            onValue={(typed) => {
              setCode(typed)
              saving.correct(['verificationCode'])
            }}
            onComplete={(full) => void lose(full)}
          />
        )}
        <FieldNote id="lost-error" error={saving.failed} />
        <Button type="submit" variant={sent ? 'dangerLine' : 'line'} block loading={saving.saving}>
          {sent ? 'Убрать ключи' : 'Прислать код'}
        </Button>
      </form>
    </Section>
  )
}
