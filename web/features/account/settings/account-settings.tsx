import { useRef } from 'react'
import { useLoaderData } from 'react-router'
import { useWrongFocus } from '#web/lib/use-wrong-focus.ts'
import { ArtistSkeleton } from '#web/parts/artist-skeleton.tsx'
import { LeaveGuard } from '#web/parts/leave-guard.tsx'
import { AboutSection } from './about-section.tsx'
import { AccountSection } from './account-section.tsx'
import css from './account-settings.module.css'
import { LinksSection } from './links-section.tsx'
import type { OwnSettings } from './load-settings.ts'
import { loadSettings } from './load-settings.ts'
import { PaymentSection } from './payment-section.tsx'
import { PhotoSection } from './photo-section.tsx'
import { SaveBar } from './save-bar.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { useNumberCheck } from './use-number-check.ts'
import { useSettingsForm } from './use-settings-form.ts'

export { ArtistTrouble as ErrorBoundary } from '#web/parts/artist-trouble.tsx'

export function meta() {
  return [{ title: 'Настройки — Бис' }, { name: 'robots', content: 'noindex' }]
}

export const clientLoader = loadSettings

export function HydrateFallback() {
  return <ArtistSkeleton />
}

/** All settings of the account, one section each, saved by one button; only photos count at once. */
export default function AccountSettings() {
  const loaded = useLoaderData<OwnSettings>()
  const { baseAccountInfoDTO: account, artistInfoDTO: artist } = loaded.settings
  const form = useSettingsForm(loaded)
  const check = useNumberCheck(loaded.number, account.artistUsername, form)
  const box = useRef<HTMLFormElement>(null)
  useWrongFocus(box, form.refused)
  return (
    <SettingsFrame>
      <div className={css.sections}>
        <PhotoSection username={account.artistUsername} imageUrls={artist.imageUrls} />
        <form
          ref={box}
          noValidate
          className={css.sections}
          onSubmit={(event) => {
            event.preventDefault()
            void form.save().then((done) => done && check.refresh())
          }}
        >
          <AccountSection account={account} form={form} />
          <AboutSection form={form} />
          <PaymentSection form={form} check={check} />
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
