import type { Report } from '#contract/report.ts'
import type { Session } from '#contract/shapes.ts'
import { counted, countedOrders } from '#domain/russian.ts'
import { rubles } from '#web/lib/format.ts'

const UNPUBLISHED_TEXT = 'Концерт ещё не опубликован: его никто не видел.'

/** Who is told of a correction, and when; of a closed concert's only who is coming. */
export function correctionText(unpublished: boolean, closed: boolean): string {
  if (unpublished) return UNPUBLISHED_TEXT
  const followers = closed ? 'а ваши подписчики, нажавшие «Я пойду», —' : 'подписчики'
  return `Кто заказал песню, узнает о новом времени и месте через минуту, ${followers} через 15 минут (не чаще раза в час), а если ночью, то утром. Деньги за заказы остаются за концертом.`
}

type Seen = Pick<Report, 'unpublished'>

function deletedWords(
  { title }: Pick<Session, 'title'>,
  { sessionStatus, unpublished }: Pick<Report, 'sessionStatus'> & Seen,
): string {
  if (unpublished) return `${UNPUBLISHED_TEXT} Вернуть его нельзя.`
  return sessionStatus === 'PLAYED'
    ? `Страница концерта «${title}» и отчёт о нём пропадут. Вернуть их нельзя.`
    : `«${title}» исчезнет из афиши вместе с заказами. Вернуть его нельзя. На его странице год будет написано, что он отменён.`
}

/** What is deleted with a concert, and what happens to its money. */
export function deletionText(
  session: Pick<Session, 'title'>,
  report: Pick<Report, 'sessionStatus' | 'toGiveBack' | 'money'> & Seen,
): readonly string[] {
  const { toGiveBack, money, unpublished } = report
  const { orders } = toGiveBack
  const deletedText = deletedWords(session, report)
  if (orders > 0) {
    return [
      deletedText,
      `За песни уже заплатили: ${paidWords(toGiveBack)}. Сначала эти деньги целиком вернутся слушателям.`,
    ]
  }
  const earned = money.net + money.held
  if (earned === 0 && unpublished) return [deletedText]
  return earned > 0
    ? [deletedText, `${rubles(earned)} за сыгранные песни остаются вашими.`]
    : [deletedText, 'Возвращать слушателям нечего: несыгранных оплаченных заказов нет.']
}

/** The same for a concert and the later ones of its series. */
export function seriesDeletionText(
  { following, toGiveBack, unpublished }: NonNullable<Report['withFollowing']>,
  first: Seen,
): string {
  const all = `Вместе со следующими — ${counted(following + 1, 'концерт', 'концерта', 'концертов')}`
  const seen =
    first.unpublished && !unpublished
      ? ' Опубликованные из них год будут отмечены отменёнными.'
      : ''
  return toGiveBack.orders > 0
    ? `${all}: вернём ${rubles(toGiveBack.amount)} за ${countedOrders(toGiveBack.orders)}.${seen}`
    : `${all}: оплаченных заказов в них нет.${seen}`
}

function paidWords({ orders, amount }: Report['toGiveBack']): string {
  return `${counted(orders, 'платный заказ', 'платных заказа', 'платных заказов')} на ${rubles(amount)}`
}
