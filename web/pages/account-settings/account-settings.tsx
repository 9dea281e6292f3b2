import { useRef } from 'react'
import { useLoaderData } from 'react-router'
import { useWrongFocus } from '#web/lib/use-wrong-focus.ts'
import { ArtistFrame } from '#web/parts/artist-frame.tsx'
import { ArtistSkeleton } from '#web/parts/artist-skeleton.tsx'
import { LeaveGuard } from '#web/parts/leave-guard.tsx'
import { Button } from '#web/ui/button.tsx'
import { FootBar } from '#web/ui/foot-bar.tsx'
import { loadSettings } from './load-settings.ts'
import type { OwnSettings } from './load-settings.ts'
import { PaymentSection } from './payment-section.tsx'
import { useNumberCheck } from './use-number-check.ts'
import { useSettingsForm } from './use-settings-form.ts'
import css from './account-settings.module.css'

export { ArtistTrouble as ErrorBoundary } from '#web/parts/artist-trouble.tsx'

export function meta() {
  return [{ title: 'Настройки — Бис' }, { name: 'robots', content: 'noindex' }]
}

export const clientLoader = loadSettings

export function HydrateFallback() {
  return <ArtistSkeleton />
}

/** All settings of the account, one section each, saved by one button. */
export default function AccountSettings() {
  const { settings, number } = useLoaderData<OwnSettings>()
  const form = useSettingsForm(settings)
  const check = useNumberCheck(number, settings.baseAccountInfoDTO.artistUsername, form)
  const box = useRef<HTMLFormElement>(null)
  useWrongFocus(box, form.errors)
  return (
    <ArtistFrame title="Настройки">
      <form
        ref={box}
        noValidate
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          void form.save().then((done) => done && check.refresh())
        }}
      >
        <PaymentSection form={form} check={check} />
        <FootBar className={css.foot}>
          <Button type="submit" variant="primary" block loading={form.saving}>
            Сохранить
          </Button>
        </FootBar>
      </form>
      <LeaveGuard changed={form.changed}>
        <p>Изменения в настройках ещё не сохранены.</p>
      </LeaveGuard>
    </ArtistFrame>
  )
}
