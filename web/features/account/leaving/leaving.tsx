import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { api } from '#contract/index.ts'
import type { PayoutNumber } from '#contract/payout.ts'
import type { LeavingView } from '#contract/security.ts'
import { leavingMoneyText } from '#domain/accounts/leaving.ts'
import { formatRubles, kopecks } from '#domain/money.ts'
import { MIN_PAYOUT_RUBLES, debtText } from '#domain/payments/payout.ts'
import { counted, countedSongs, dayAndMonth, numberTo, plural } from '#domain/russian.ts'
import { errorMessage, orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import type { SignedIn } from '#web/lib/calls/require-artist.ts'
import { removeToken } from '#web/lib/calls/token.ts'
import { useNow, useViewerZone } from '#web/lib/format.ts'
import { useForm } from '#web/lib/use-saving.ts'
import { ArtistFrame } from '#web/parts/frame/artist-frame.tsx'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { TO_SECURITY } from '#web/parts/frame/cabinet-places.ts'
import { payoutFault } from '#web/parts/money/payout-now.ts'
import { ActionRow } from '#web/ui/buttons/action-row.tsx'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { FieldNote } from '#web/ui/fields/field-note.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Archive } from '#web/ui/icons/account-icons.tsx'
import { X } from '#web/ui/icons/icons.tsx'
import { Rule, Section } from '#web/ui/layout/section.tsx'
import { SecurityLine } from '../security/security-line.tsx'
import security from '../security/security.module.css'
import account from '../account.module.css'

/** `number`: null where it is not known. */
type Loaded = LeavingView & Pick<SignedIn, 'username'> & { number: PayoutNumber | null }

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage<Loaded>(
  'Удалить аккаунт',
  async ({ username }) => {
    const [view, number] = await Promise.all([
      call(api.security.leaving, {}),
      orWhenUnavailable(call(api.payment.number, {}), null),
    ])
    return { ...view, username, number }
  },
)

const FAILED = 'Не удалось удалить аккаунт. Попробуйте ещё раз.'

const isTooLittle = ({ available }: Loaded) => available < MIN_PAYOUT_RUBLES * 100

/** Whether the number, or whose it is, has to be settled first. */
const isOpen = ({ state, recipient, frozen }: PayoutNumber) =>
  frozen !== true && (state !== 'checked' || recipient?.confirmed === false)

/** What of money and concerts is settled before the account goes. */
function MoneyFirst(loaded: Loaded) {
  const { available, reserve, held, debt, concerts, fault, number } = loaded
  const zone = useViewerZone()
  const now = useNow()
  const unpaid = number === null || isTooLittle(loaded) ? null : payoutFault(number, { zone, now })
  const later = reserve && { amount: kopecks(reserve.amount), until: new Date(reserve.until) }
  const paysOut = leavingMoneyText(kopecks(available), later ?? null, { zone, now })
  return (
    <Section title="Сначала деньги">
      {fault !== null && <p role="alert">{fault}</p>}
      <p>
        {available > 0 ? (
          <>
            На балансе <b>{formatRubles(kopecks(available))}</b>.{' '}
            {unpaid === null ? paysOut : 'Удалить аккаунт можно после выплаты.'}
          </>
        ) : (
          `${held + debt > 0 ? 'Сейчас' : 'На балансе пусто,'} выплачивать нечего.`
        )}
      </p>
      {held > 0 && (
        <p>Удерживается {formatRubles(kopecks(held))} за песни, которые ещё не прозвучали.</p>
      )}
      {debt > 0 && <p>{debtText(kopecks(debt))}</p>}
      {unpaid !== null && (
        <p>
          {`${unpaid.replace(/\.$/u, '')}. `}
          {number !== null && isOpen(number) && (
            <Anchor href="/artist/account-settings#payment" className="link">
              Номер для выплат
            </Anchor>
          )}
        </p>
      )}
      {concerts.map(({ title, startsAt, paid, payers }) => (
        <p key={`${title} ${startsAt}`}>
          {`Концерт ${dayAndMonth(new Date(startsAt), zone, now)} отменим`}
          {paid > 0 &&
            `: вернём ${formatRubles(kopecks(paid))} ${payers === 1 ? 'одному' : numberTo(payers)} ${plural(payers, 'слушателю', 'слушателям', 'слушателям')}`}
          .
        </p>
      ))}
    </Section>
  )
}

function LeaveForm({ username, erasedAt, fault, concerts }: Loaded) {
  const [currentPassword, setCurrentPassword] = useState('')
  const zone = useViewerZone()
  const now = useNow()
  const saving = useForm({ wordsOf: (failure) => errorMessage(failure, FAILED) })
  const leave = () =>
    saving.save(async () => {
      await call(api.security.leave, { body: { currentPassword } })
      removeToken()
      // A full page load, so that nothing of this account stays in memory.
      window.location.assign('/')
    })
  return (
    <section aria-label="Удаление" className={account.form}>
      <Rule tone="danger" />
      <p>
        <b>14 дней можно вернуться:</b>{' '}
        {concerts.length > 0
          ? 'войдите, и вернётся всё, кроме отменённых концертов. '
          : 'войдите, и всё будет как было. '}
        {`${dayAndMonth(new Date(erasedAt), zone, now)} удалим совсем.`}
      </p>
      <form {...saving.formOf(leave)} aria-label="Удаление аккаунта" className={account.form}>
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <Field
          label="Пароль"
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          value={currentPassword}
          error={saving.errors['currentPassword']}
          onChange={({ target }) => {
            setCurrentPassword(target.value)
            saving.correct(['currentPassword'])
          }}
        />
        <FieldNote id="leaving-error" error={saving.failed} />
        <ActionRow>
          <Button href="/artist/security">Оставить</Button>
          <Button type="submit" variant="danger" loading={saving.saving} disabled={fault !== null}>
            Удалить
          </Button>
        </ActionRow>
      </form>
    </section>
  )
}

/** All that the deletion of an account does, before it does it. */
export default function Leaving() {
  const loaded = useLoaderData<Loaded>()
  const { username, songs, texts } = loaded
  const list = [countedSongs(songs), counted(texts, 'текст', 'текста', 'текстов')].join(', ')
  return (
    <ArtistFrame title="Удалить аккаунт" back={TO_SECURITY} lead={username} wide>
      <div className={security.columns}>
        <MoneyFirst {...loaded} />
        <Section title="Что исчезнет">
          <ul className={security.rows}>
            <SecurityLine
              icon={<X />}
              name="Имя, описание, фото, ссылки"
              detail="сразу со страницы, через 14 дней совсем"
            />
            <SecurityLine icon={<X />} name="Песни, тексты, сеты" detail={list} />
            <SecurityLine icon={<X />} name="Почта, телефон, устройства" detail="через 14 дней" />
          </ul>
        </Section>
        <Section title="Что останется и почему">
          <ul className={security.rows}>
            <SecurityLine
              icon={<Archive />}
              name="Проводки и чеки без имени"
              detail="пять лет, так велит закон о бухгалтерском учёте"
            />
            <SecurityLine
              icon={<Archive />}
              name={`Никнейм ${username}`}
              detail="год никто не займёт, чтобы не выдать себя за вас"
            />
          </ul>
        </Section>
        <LeaveForm {...loaded} />
      </div>
    </ArtistFrame>
  )
}
