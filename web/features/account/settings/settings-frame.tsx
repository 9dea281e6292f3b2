import type { ReactNode } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ArrowLeft } from '#web/ui/icons.tsx'
import css from './settings-frame.module.css'
import { SettingsNav } from './settings-nav.tsx'

export type SettingsFrameProps = { children: ReactNode }

/** The page around the settings: one column on a telephone, the sections beside it on a wide screen. */
export function SettingsFrame({ children }: SettingsFrameProps) {
  return (
    <>
      <header className={css.top}>
        <IconButton href="/artist" label="Назад: Кабинет" className={css.back}>
          <ArrowLeft className="ico" />
        </IconButton>
        <span className={css.name}>Кабинет</span>
      </header>
      <main className={css.main}>
        <div className={css.side}>
          <h1 className={css.title}>Настройки</h1>
          <SettingsNav />
        </div>
        {children}
      </main>
    </>
  )
}
