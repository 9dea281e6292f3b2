import { rubles } from '#web/lib/signed-rubles.ts'
import type { MoneyOfHouse } from './load-stuck.ts'
import css from './admin.module.css'

export type HouseFiguresProps = { house: MoneyOfHouse }

const FIGURES = [
  ['held', 'Удерживается'],
  ['owedBack', 'Возвращается слушателям'],
  ['inFlight', 'Выплаты в пути'],
  ['owedToArtists', 'На балансах музыкантов'],
] as const

/** How much money lies where in the whole house. */
export function HouseFigures({ house }: HouseFiguresProps) {
  return (
    <dl className={css.figures}>
      {FIGURES.map(([name, words]) => (
        <div key={name}>
          <dt>{words}</dt>
          <dd className="d-s">{rubles(house[name])}</dd>
        </div>
      ))}
    </dl>
  )
}
