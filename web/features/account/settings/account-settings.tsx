import { useLoaderData } from 'react-router'
import type { Settings } from '#contract/shapes.ts'
import type { AccountType } from '#domain/accounts/account.ts'
import {
  DESCRIPTION_MAX,
  SHORT_DESCRIPTION_MAX,
  descriptionLength,
  socialTypeOf,
} from '#domain/accounts/profile.ts'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { BrandIcon } from '#web/parts/artist/brand-icon.tsx'
import { LeaveGuard } from '#web/parts/leave-guard.tsx'
import { KeyRound, Link } from '#web/ui/icons/artist-icons.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { FootBar } from '#web/ui/layout/foot-bar.tsx'
import { CircleAlert } from '#web/ui/icons/icons.tsx'
import { Pill } from '#web/ui/buttons/pill.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Switch } from '#web/ui/fields/checkbox.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import css from './account-settings.module.css'
import { PaymentSection } from './payments/payment-section.tsx'
import { PhotoSection } from './photos/photo-section.tsx'
import { withRow } from './settings-fields.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { useNumberCheck } from './payments/use-number-check.ts'
import type { OwnSettings, SettingsForm } from './use-settings-form.ts'
import { loadSettings, useSettingsForm } from './use-settings-form.ts'

type AboutSectionProps = { form: SettingsForm }

const HINT =
  'Можно выделять: **жирный**, *курсив*. Строки с дефисом в начале станут списком, адрес сайта — ссылкой, а пустая строка начнёт новый абзац.'

function tooLong(length: number, most: number): string | undefined {
  return length > most ? `Лимит ${most} символов` : undefined
}

/** What the artist's page shows about the artist. */
function AboutSection({ form: { fields, errors, change } }: AboutSectionProps) {
  const group = fields.accountType === 'GROUP'
  const short = descriptionLength(fields.shortDescription)
  const long = descriptionLength(fields.description)
  return (
    <Section title="О себе" id="about">
      <Field
        label={group ? 'Название группы' : 'Имя'}
        name="name"
        autoComplete="off"
        value={fields.name}
        error={errors['name']}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextArea
        label="Короткое описание"
        name="shortDescription"
        rows={4}
        limit={{ length: short, most: SHORT_DESCRIPTION_MAX }}
        help="Стоит под именем на вашей странице"
        value={fields.shortDescription}
        error={errors['shortDescription'] ?? tooLong(short, SHORT_DESCRIPTION_MAX)}
        onChange={(event) => change({ shortDescription: event.target.value })}
      />
      <TextArea
        label={group ? 'О группе' : 'О музыканте'}
        name="description"
        rows={8}
        limit={{ length: long, most: DESCRIPTION_MAX }}
        help={HINT}
        value={fields.description}
        error={errors['description'] ?? tooLong(long, DESCRIPTION_MAX)}
        onChange={(event) => change({ description: event.target.value })}
      />
    </Section>
  )
}

type AccountSectionProps = { account: Settings['baseAccountInfoDTO']; form: SettingsForm }

const TYPES: readonly { type: AccountType; text: string }[] = [
  { type: 'ARTIST', text: 'Музыкант' },
  { type: 'GROUP', text: 'Группа' },
]

/** The login name, and the account type: one musician or a group. */
function AccountSection({ account, form }: AccountSectionProps) {
  return (
    <Section title="Аккаунт">
      <div className={css.two}>
        <Field label="Никнейм" name="artistUsername" locked value={account.artistUsername} />
        <Field label="Почта" name="email" locked value={account.email} />
      </div>
      <Switch
        name="payoutLetters"
        help="Когда деньги ушли на номер. Если они вернулись, напишем в любом случае"
        checked={form.payment.payoutLetters}
        onChange={({ target }) => form.changePayment({ payoutLetters: target.checked })}
      >
        Письма о выплатах
      </Switch>
      <fieldset className={css.types}>
        <legend className={css.legend}>Тип аккаунта</legend>
        {TYPES.map(({ type, text }) => (
          <Pill
            key={type}
            text
            pressed={form.fields.accountType === type}
            onClick={() => form.change({ accountType: type })}
          >
            {text}
          </Pill>
        ))}
      </fieldset>
      <Button size="s" href="/artist/security" icon={<KeyRound />} className={css.alone}>
        Безопасность
      </Button>
      <Button size="s" href="/artist/change-password#nickname" className={css.alone}>
        Сменить никнейм
      </Button>
    </Section>
  )
}

type LinksSectionProps = { form: SettingsForm }

/** The artist's pages elsewhere, and one empty row for the next link. */
function LinksSection({ form: { fields, errors, change } }: LinksSectionProps) {
  const { links } = fields
  // The key is the row's index: the row keeps the focus while its text changes.
  const rows = links.map((link, place) => ({ link, place }))
  return (
    <Section title="Соцсети" id="links">
      <ul className={css.links}>
        {rows.map(({ link, place }) => (
          <li key={place}>
            <Field
              label={link === '' ? 'Новая ссылка' : `Ссылка ${place + 1}`}
              labelHidden
              name={`link-${place}`}
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder="Вставьте ссылку"
              start={link.trim() === '' ? <Link /> : <BrandIcon type={socialTypeOf(link)} />}
              value={link}
              error={errors[`socialMediaList.${place}`]}
              onChange={(event) => change({ links: withRow(links, place, event.target.value) })}
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}

type SaveBarProps = { form: SettingsForm }

/** The save button, always in sight, and the reason why saving failed. */
function SaveBar({ form: { message, saving } }: SaveBarProps) {
  return (
    <FootBar>
      <div className={css.column}>
        <output className={classes(css.result, message?.tone === 'bad' && css.saveFailed)}>
          {message && !saving && (
            <>
              {message.tone === 'bad' && <CircleAlert className="ico ico-s" />}
              <span>{message.text}</span>
            </>
          )}
        </output>
        <Button type="submit" variant="primary" block loading={saving}>
          Сохранить
        </Button>
      </div>
    </FootBar>
  )
}

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage(
  'Настройки',
  loadSettings,
)

/** All settings of the account, one section each, saved by one button; only photos are saved at once. */
export default function AccountSettings() {
  const loaded = useLoaderData<OwnSettings>()
  const { baseAccountInfoDTO: account, artistInfoDTO: artist } = loaded.settings
  const form = useSettingsForm(loaded)
  const check = useNumberCheck(loaded.number, account.artistUsername, form)
  return (
    <SettingsFrame>
      <div className={css.sections}>
        {loaded.operates && (
          <Button href="/admin" block>
            Администратору
          </Button>
        )}
        <PhotoSection username={account.artistUsername} imageUrls={artist.imageUrls} />
        <form
          {...form.formOf(() => form.save().then((done) => done && check.refresh()))}
          className={css.sections}
        >
          <AccountSection account={account} form={form} />
          <AboutSection form={form} />
          <PaymentSection form={form} check={check} username={account.artistUsername} />
          <LinksSection form={form} />
          <SaveBar form={form} />
        </form>
      </div>
      <LeaveGuard changed={form.changed}>
        <p>Изменения в настройках ещё не сохранены.</p>
      </LeaveGuard>
    </SettingsFrame>
  )
}
