import { COMMISSION_BPS, commissionOf, kopecks } from '#domain/money.ts'
import type { PaymentKind, PaymentReason, PaymentState } from '#domain/payments/payment.ts'
import type { SongStatus } from '#domain/queue/queue.ts'
import { counted } from '#domain/russian.ts'
import type { PaymentNews, PaymentText } from './money-texts.ts'
import {
  NOT_CHARGED,
  TRY_AGAIN,
  returningText,
  returnedText,
  sumOf,
  waitText,
} from './money-texts.ts'

/** Why a paid song is not played. */
const REASON_TEXTS: Record<PaymentReason, string> = {
  declined: 'Банк отклонил платёж.',
  link_expired: 'Время оплаты вышло.',
  not_opened: 'Банк не открыл страницу оплаты.',
  skipped: 'Музыкант пропустил эту песню.',
  interrupted: 'Музыкант прервал эту песню.',
  taken_off: 'Вы отменили заказ.',
  concert_over: 'Концерт закончился, а песня не прозвучала.',
  last_call: 'Музыкант закрыл приём заказов.',
  not_collected: 'Нужную сумму не собрали.',
  battle_lost: 'В битве победила другая песня.',
  battle_over: 'Битва закончилась без победителя.',
  already_played: 'Песню уже сыграли.',
  concert_deleted: 'Концерт отменён.',
  song_refused: 'Песню не удалось поставить в заказы.',
  late: 'Оплата пришла, когда заказ был уже закрыт.',
  external: 'Банк отменил платёж.',
  hold_lost: 'Банк снял удержание раньше времени.',
  number_rejected: 'Номер не принял перевод.',
  returned_by_artist: 'Музыкант вернул вам деньги.',
  returned_by_service: 'Поддержка «Биса» вернула вам деньги.',
}

function songRefundReason({ reason }: PaymentNews): string {
  return reason === undefined ? 'Песня не прозвучит.' : REASON_TEXTS[reason]
}

function notTaken({ reason }: PaymentNews): PaymentText {
  if (reason === 'declined')
    return {
      ...TRY_AGAIN,
      text: `Банк отклонил его. ${NOT_CHARGED}`,
      money: 'Попробуйте ещё раз или выберите другой способ оплаты.',
    }
  if (reason !== 'not_opened') return TRY_AGAIN
  return { ...TRY_AGAIN, text: `${REASON_TEXTS.not_opened} ${NOT_CHARGED} Попробуйте ещё раз.` }
}

/** Where the money is while a song waits for its turn. */
function heldMoneyText(payment: PaymentNews): string {
  if (payment.funds === 'hold')
    return `Банк удерживает ${sumOf(payment)} и спишет их, только когда песню сыграют.`
  return `${sumOf(payment)} оплачены. Музыкант получит их, только когда сыграет песню.`
}

const PLAYED: PaymentText = {
  scene: 'thanks',
  title: 'Песня сыграна',
  text: 'Передаём деньги музыканту.',
}

function ordered(text: string) {
  return (payment: PaymentNews): PaymentText => ({
    scene: 'thanks',
    title: `Спасибо! ${payment.share ? 'Вы в доле' : payment.vote ? 'Голос засчитан' : 'Песня заказана'}`,
    text,
    money: heldMoneyText(payment),
    promise: `Вернём деньги, если ${payment.vote ? 'победит другая или трек не исполнят' : 'трек не исполнен'}`,
  })
}

const justOrdered = ordered('Музыкант уже видит её на пульте.')

/** The texts for a song whose money is secured, by the song's status. */
const ON_ITS_WAY: Record<SongStatus, (payment: PaymentNews) => PaymentText> = {
  COLLECTING: (payment) =>
    payment.vote
      ? ordered('Победит эта песня — её споют следующей.')(payment)
      : {
          ...ordered('Песня встанет в очередь, когда соберётся вся сумма.')(payment),
          title: 'Спасибо! Ваша доля внесена',
          promise: 'Вернём деньги, если сумма не соберётся или трек не исполнят',
        },
  SCHEDULED: justOrdered,
  QUEUED: ordered('Музыкант поставил её в очередь.'),
  NOW: (payment) => ({
    scene: 'thanks',
    title: 'Сейчас играет ваша песня',
    text: 'Слушайте и подпевайте.',
    money: heldMoneyText(payment),
    promise: 'Вернём деньги, если трек не исполнен',
  }),
  PLAYED: () => PLAYED,
  SKIPPED: (payment) => returningText(payment, REASON_TEXTS.skipped),
}

function songWaitText(payment: PaymentNews): PaymentText {
  const [safe, unpaid] = payment.share
    ? ['музыкант увидит вашу долю', 'Музыкант увидит вашу долю']
    : payment.vote
      ? ['голос засчитаем', 'Голос засчитаем']
      : ['песня встанет в заказы', 'Песня встанет в очередь']
  return waitText(
    payment,
    `Если вы уже заплатили, ${safe} или деньги вернутся.`,
    `${unpaid}, когда придёт оплата.`,
  )
}

const SONG_TEXTS: Record<PaymentState, (payment: PaymentNews) => PaymentText> = {
  created: songWaitText,
  awaiting: songWaitText,
  secured: (payment) => (ON_ITS_WAY[payment.songStatus ?? 'SCHEDULED'] ?? justOrdered)(payment),
  releasing: () => PLAYED,
  released: () => ({
    scene: 'thanks',
    title: 'Песня сыграна, деньги у музыканта',
    text: 'Спасибо, что поддержали живую музыку.',
  }),
  returning: (payment) => returningText(payment, songRefundReason(payment)),
  returned: (payment) => returnedText(payment, songRefundReason(payment)),
  failed: (payment) => {
    if (payment.reason === 'hold_lost')
      return {
        scene: 'still',
        title: 'Деньги не списаны',
        text: `${REASON_TEXTS.hold_lost} ${NOT_CHARGED}`,
      }
    return notTaken(payment)
  },
  expired: ({ share, vote }) => ({
    scene: 'still',
    title: 'Время оплаты вышло',
    text: share || vote ? NOT_CHARGED : `${NOT_CHARGED} Закажите песню ещё раз.`,
    money: 'Если банк всё же спишет деньги, мы их вернём.',
  }),
  canceled: (payment) => ({
    scene: 'still',
    title: payment.vote ? 'Голос не засчитан' : 'Заказ отменён',
    text: `${songRefundReason(payment)} ${NOT_CHARGED}`,
    money: 'Если банк всё же спишет деньги, мы их вернём.',
  }),
}

const CHECK_IS_SAFE = 'Если вы уже заплатили, проверка продолжится сама или деньги вернутся.'
const CHECK_UNPAID = 'Номер проверим, когда придёт оплата.'
const CHECK_SETTINGS = 'Проверьте номер и банк в настройках и попробуйте ещё раз.'
const SENT_BACK = 'Если банк всё же спишет деньги, мы их вернём.'

/** «9 рублей»: what the number gets. */
function sentOf({ amount }: PaymentNews): string {
  const paid = kopecks(amount)
  const sent = paid - commissionOf(paid, COMMISSION_BPS.check)
  return counted(sent / 100, 'рубль', 'рубля', 'рублей')
}

function checkRefundReason({ reason }: PaymentNews): string {
  return reason === 'external'
    ? 'Банк отменил платёж.'
    : `Проверка не состоялась. ${CHECK_SETTINGS}`
}

/** The number refused the money; the title says so, however the money is returned. */
function refused(payment: PaymentNews, words: PaymentText): PaymentText {
  if (payment.reason !== 'number_rejected' || payment.delayed) return words
  return { ...words, title: 'Номер не принял перевод', text: CHECK_SETTINGS }
}

/** A musician checks the number that payouts go to. */
const CHECK_TEXTS: Record<PaymentState, (payment: PaymentNews) => PaymentText> = {
  created: (payment) => waitText(payment, CHECK_IS_SAFE, CHECK_UNPAID),
  awaiting: (payment) => waitText(payment, CHECK_IS_SAFE, CHECK_UNPAID),
  secured: (payment) => ({
    scene: 'wait',
    title: `${sentOf(payment)} отправлены на номер`,
    text: payment.late
      ? 'Банк переводит дольше обычного. Когда деньги дойдут, номер станет проверенным.'
      : 'Ждём, когда банк подтвердит перевод. Страница обновится сама.',
  }),
  releasing: (payment) => ({
    scene: 'wait',
    title: `${sentOf(payment)} отправлены на номер`,
    text: 'Ждём, когда банк подтвердит перевод. Страница обновится сама.',
  }),
  released: (payment) => ({
    scene: 'thanks',
    title: 'Номер проверен',
    text: `${sentOf(payment)} пришли на него. Теперь на этот номер можно выводить деньги.`,
  }),
  returning: (payment) => refused(payment, returningText(payment, checkRefundReason(payment))),
  returned: (payment) => refused(payment, returnedText(payment, checkRefundReason(payment))),
  failed: notTaken,
  expired: () => ({
    scene: 'still',
    title: 'Время оплаты вышло',
    text: `${NOT_CHARGED} Проверить номер можно ещё раз.`,
    money: SENT_BACK,
  }),
  canceled: () => ({
    scene: 'still',
    title: 'Проверка отменена',
    text: `${NOT_CHARGED} Проверить номер можно ещё раз.`,
    money: SENT_BACK,
  }),
}

const SAFE = 'Если вы уже заплатили, деньги дойдут до музыканта.'
const UNPAID_TIP = 'Музыкант получит перевод, когда придёт оплата.'
const LATE_TIP = 'Если банк всё же спишет деньги, они дойдут до музыканта.'

function tipRefundReason({ reason }: PaymentNews): string {
  return reason === 'external' ||
    reason === 'returned_by_artist' ||
    reason === 'returned_by_service'
    ? REASON_TEXTS[reason]
    : 'Перевод музыканту не состоялся.'
}

const ON_THE_WAY: PaymentText = {
  scene: 'thanks',
  title: 'Спасибо!',
  text: 'Банк принял деньги, передаём их музыканту.',
}

/** A tip is the musician's as soon as it is paid. */
const TIP_TEXTS: Record<PaymentState, (payment: PaymentNews) => PaymentText> = {
  created: (payment) => waitText(payment, SAFE, UNPAID_TIP),
  awaiting: (payment) => waitText(payment, SAFE, UNPAID_TIP),
  secured: () => ON_THE_WAY,
  releasing: () => ON_THE_WAY,
  released: ({ thanked }) => ({
    scene: 'thanks',
    title: 'Спасибо!',
    text: thanked
      ? 'Музыкант получил ваш перевод и говорит вам спасибо.'
      : 'Музыкант получил ваш перевод.',
  }),
  returning: (payment) => returningText(payment, tipRefundReason(payment)),
  returned: (payment) => returnedText(payment, tipRefundReason(payment)),
  failed: notTaken,
  expired: () => ({
    scene: 'still',
    title: 'Время оплаты вышло',
    text: `${NOT_CHARGED} Поблагодарить можно ещё раз.`,
    money: LATE_TIP,
  }),
  canceled: () => ({
    scene: 'still',
    title: 'Платёж отменён',
    text: `${NOT_CHARGED} Поблагодарить можно ещё раз.`,
    money: LATE_TIP,
  }),
}

const WORDS: Record<PaymentKind, Record<PaymentState, (payment: PaymentNews) => PaymentText>> = {
  song: SONG_TEXTS,
  tip: TIP_TEXTS,
  check: CHECK_TEXTS,
}

/** The state of the payment, in plain words. */
export function paymentText(payment: PaymentNews): PaymentText {
  return WORDS[payment.kind][payment.state](payment)
}

/** The server is unavailable: nothing is known, and nothing is lost. */
export const UNKNOWN_TEXT: PaymentText = {
  scene: 'wait',
  title: 'Узнаём, что с платежом',
  text: 'Сервис пока не отвечает. Страница обновится сама.',
  money:
    'Если вы заплатили, деньги не потеряны. Сохраните ссылку на эту страницу и откройте её позже.',
}
