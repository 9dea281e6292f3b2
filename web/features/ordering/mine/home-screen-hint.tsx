import type { ReactNode } from 'react'
import { storeHomeScreenTold } from '#web/lib/device/home-screen.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import css from './home-screen-hint.module.css'

type StepProps = { words: string; children: ReactNode }

/** A picture of lines, in the manner of our icons. */
function Step({ words, children }: StepProps) {
  return (
    <li className={css.step}>
      <svg viewBox="0 0 96 96" aria-hidden="true" className={css.picture}>
        {children}
      </svg>
      <p className="t-s">{words}</p>
    </li>
  )
}

/** How to put the page on the home screen, where a phone takes push messages only from there. */
export function HomeScreenHint() {
  return (
    <aside aria-label="Как включить уведомления" className={css.hint}>
      <p className="b">
        Чтобы телефон сообщил, когда подойдёт очередь, поставьте «Бис» на экран «Домой»
      </p>
      <ol className={css.steps}>
        <Step words="Внизу браузера нажмите «Поделиться»">
          <path d="M14 14h68v68H14zM14 62h68" />
          <path className={css.lamp} d="M41 70h-3v9h20v-9h-3M48 74V55M42 61l6-6 6 6" />
        </Step>
        <Step words="Выберите «На экран „Домой“»">
          <path d="M14 22h68M14 74h68M14 34h68v28H14z" />
          <path className={css.lamp} d="M60 40h16v16H60zM68 44v8M64 48h8" />
          <path d="M22 48h28" />
        </Step>
        <Step words="Откройте «Бис» с экрана и включите уведомления">
          <path d="M22 8h52v80H22zM30 20h12v12H30zM54 20h12v12H54zM30 44h12v12H30z" />
          <path className={css.lamp} d="M52 41h16v18H52zM57 47.5v.1M57 52.5v.1M62 46v8" />
        </Step>
      </ol>
      <Button block onClick={storeHomeScreenTold}>
        Понятно
      </Button>
    </aside>
  )
}
