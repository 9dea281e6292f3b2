import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { CabinetFrame, PlaceBar } from '#web/parts/frame/cabinet-frame.tsx'
import css from './account-settings.module.css'

/** The sections of the settings: the id of each, and its title. */
const SETTINGS_PARTS = {
  photo: 'Фото',
  account: 'Аккаунт',
  about: 'О себе',
  payment: 'Заказы и оплата',
  links: 'Соцсети',
} as const

type SettingsPart = keyof typeof SETTINGS_PARTS

const IDS = Object.keys(SETTINGS_PARTS) as SettingsPart[]
/** A section is current once its title has passed this share of the screen's height. */
const LINE = 0.4

function partInView(): SettingsPart {
  const { clientHeight, scrollHeight } = document.documentElement
  const bottom = window.scrollY + clientHeight >= scrollHeight - 1
  const passed = IDS.filter((id) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top ?? Infinity
    return top <= clientHeight * LINE
  })
  return (bottom && clientHeight < scrollHeight ? IDS : passed).at(-1) ?? 'photo'
}

/** The section in view. */
function useCurrentPart(): SettingsPart {
  const [part, setPart] = useState<SettingsPart>('photo')
  useEffect(() => {
    const look = () => setPart(partInView())
    look()
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [])
  return part
}

/** Links to the sections, on a wide screen. */
function SettingsNav() {
  const current = useCurrentPart()
  return (
    <nav aria-label="Разделы настроек" className={css.nav}>
      {Object.entries(SETTINGS_PARTS).map(([id, title]) => (
        <a
          key={id}
          href={`#${id}`}
          aria-current={(current satisfies SettingsPart) === id ? 'true' : undefined}
          className={css.link}
        >
          {title}
        </a>
      ))}
    </nav>
  )
}

type SettingsFrameProps = { children: ReactNode }

/** The page around the settings: one column on a phone, the sections beside it on a wide screen. */
export function SettingsFrame({ children }: SettingsFrameProps) {
  return (
    <CabinetFrame>
      <PlaceBar />
      <main id="main" className={css.main}>
        <div className={css.side}>
          <h1 className={css.title}>Настройки</h1>
          <SettingsNav />
        </div>
        {children}
      </main>
    </CabinetFrame>
  )
}
