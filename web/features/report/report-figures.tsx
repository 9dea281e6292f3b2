import type { Report } from '#contract/report.ts'
import { counted } from '#domain/russian.ts'
import { rubles } from '#web/lib/signed-rubles.ts'
import { songs } from './report-words.ts'
import css from './session-report.module.css'

export type ReportFiguresProps = { report: Report }

type Figure = { name: string; value: string; note?: string }

/** The concert in numbers; what there was none of is left out. */
export function ReportFigures({ report }: ReportFiguresProps) {
  return (
    <dl className={css.figures}>
      {figuresOf(report).map(({ name, value, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="d-s">{value}</dd>
          {note !== undefined && <dd className="t-s muted">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}

const orders = (count: number) => counted(count, 'заказ', 'заказа', 'заказов')

function figuresOf({ money, tips, ...report }: Report): Figure[] {
  const ahead = report.sessionStatus === 'SCHEDULED'
  return [
    ...(ahead ? [] : [{ name: 'Прозвучало', value: songs(report.playedSongs) }]),
    { name: 'Заказали', value: orders(report.orders) },
    ...(report.waitingSongs > 0 ? [{ name: 'Ждут', value: songs(report.waitingSongs) }] : []),
    ...(report.skippedSongs > 0
      ? [{ name: 'Не прозвучало', value: songs(report.skippedSongs) }]
      : []),
    ...(ahead
      ? []
      : [
          {
            name: 'Заработано на песнях',
            value: rubles(money.net),
            ...(money.gross > 0
              ? { note: `${rubles(money.gross)} минус комиссия ${rubles(money.commission)}` }
              : {}),
          },
        ]),
    ...(money.held > 0 ? [{ name: 'Удерживается', value: rubles(money.held) }] : []),
    ...(money.returned > 0
      ? [
          {
            name: 'Вернули слушателям',
            value: rubles(money.givenBack),
            note: orders(money.returned),
          },
        ]
      : []),
    ...(tips.count > 0
      ? [
          {
            name: 'Благодарности за концерт',
            value: rubles(tips.net),
            note: `${counted(tips.count, 'перевод', 'перевода', 'переводов')}, ${rubles(tips.gross)} минус комиссия ${rubles(tips.commission)}`,
          },
        ]
      : []),
  ]
}
