import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { rubles } from '#web/lib/format.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { classes } from '#web/ui/classes.ts'
import { CalendarDays, ExternalLink, Settings, Sun, Wallet } from '#web/ui/icons/artist-icons.tsx'
import { ListMusic } from '#web/ui/icons/more-icons.tsx'
import css from './cabinet-frame.module.css'
import { useCabinetMoney } from './cabinet-money.ts'
import type { Place } from './cabinet-places.ts'
import { OWN_PAGE, PLACE_HREFS, PLACES, placeOf } from './cabinet-places.ts'
import { Logo } from './logo.tsx'

const NAMES: Record<Place, { name: string; rest?: string; icon: ReactNode }> = {
  today: { name: 'Сегодня', icon: <Sun /> },
  songs: { name: 'Песни', rest: ' и сеты', icon: <ListMusic /> },
  evenings: { name: 'Вечера', icon: <CalendarDays /> },
  money: { name: 'Деньги', icon: <Wallet /> },
  settings: { name: 'Настройки', icon: <Settings /> },
}

function HomeLink() {
  return (
    <Anchor href="/" aria-label="Бис, на главную" className={css.home}>
      <Logo />
    </Anchor>
  )
}

function useHere() {
  const { pathname, search } = useLocation()
  return placeOf(pathname, new URLSearchParams(search))
}

type CabinetFrameProps = {
  /** Nothing around the page: the stage has the screen to itself. */
  bare?: boolean
  children: ReactNode
}

/** The five places of the artist's area: a bar at the foot of a phone, at the side of a desk. A page outside of it stands alone. */
export function CabinetFrame({ bare = false, children }: CabinetFrameProps) {
  const here = useHere()
  const framed = here !== null && !bare
  return (
    <div className={framed ? classes(css.shell, !here.isInner && css.withBar) : css.bare}>
      {framed && <CabinetBar place={here.place} isInner={here.isInner} />}
      <div className={framed ? css.body : css.bare}>{children}</div>
    </div>
  )
}

function CabinetBar({ place, isInner }: { place: Place | 'own'; isInner: boolean }) {
  const money = useCabinetMoney()
  return (
    <aside aria-label="Бис" className={css.side}>
      <HomeLink />
      <nav aria-label="Кабинет" className={classes(css.places, isInner && css.inner)}>
        {PLACES.map((one) => {
          const { name, rest = '', icon } = NAMES[one]
          return (
            <Anchor
              key={one}
              href={PLACE_HREFS[one]}
              // With the sum its own words name it.
              aria-label={one === 'money' && money !== null ? undefined : name + rest}
              aria-current={one === place ? (isInner ? 'true' : 'page') : undefined}
              className={css.place}
            >
              <i className={css.icon}>{icon}</i>
              <span>
                {name}
                <span className={css.wide}>{rest}</span>
              </span>
              {one === 'money' && money !== null && (
                <span className={classes(css.wide, css.money)}>{rubles(money)}</span>
              )}
            </Anchor>
          )
        })}
      </nav>
      <Anchor
        href={OWN_PAGE}
        aria-current={place === 'own' ? 'page' : undefined}
        className={css.own}
      >
        Моя страница
        <ExternalLink />
      </Anchor>
    </aside>
  )
}

/** The header of one of the five places: the sign and the way to «Моя страница» on a phone, its buttons at every width. */
export function PlaceBar({ actions }: { actions?: ReactNode }) {
  const isOwn = useHere()?.place === 'own'
  return (
    <header className={css.top}>
      <div className={css.narrow}>
        <HomeLink />
      </div>
      {actions}
      {!isOwn && (
        <div className={css.narrow}>
          <IconButton label="Моя страница" href={OWN_PAGE}>
            <ExternalLink />
          </IconButton>
        </div>
      )}
    </header>
  )
}
