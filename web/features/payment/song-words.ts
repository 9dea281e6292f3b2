import type { PaymentReason, PaymentState } from '#domain/payment.ts'
import type { SongStatus } from '#domain/queue.ts'
import { backWords, goneWords, NOT_TAKEN, sumOf, TRY_AGAIN, waitWords } from './money-words.ts'
import type { PaymentWords, PaymentNews } from './told.ts'

/** Why a paid song is not played. */
const WHY: Record<PaymentReason, string> = {
  declined: 'Банк отклонил платёж.',
  link_expired: 'Время оплаты вышло.',
  not_opened: 'Банк не открыл страницу оплаты.',
  skipped: 'Музыкант пропустил эту песню.',
  taken_off: 'Вы отменили заказ.',
  concert_over: 'Концерт закончился, а песня не прозвучала.',
  concert_deleted: 'Концерт отменён.',
  song_refused: 'Песню не удалось поставить в заказы.',
  late: 'Оплата пришла, когда заказ был уже закрыт.',
  external: 'Банк отменил платёж.',
  hold_lost: 'Банк снял удержание раньше времени.',
  number_rejected: 'Номер не принял перевод.',
}

function why({ reason }: PaymentNews): string {
  return reason === undefined ? 'Песня не прозвучит.' : WHY[reason]
}

/** Where the money of a song that waits for its turn is. */
function kept(told: PaymentNews): string {
  if (told.funds === 'hold')
    return `Банк удерживает ${sumOf(told)} и спишет их, только когда песню сыграют.`
  return `${sumOf(told)} оплачены. Музыкант получит их, только когда сыграет песню.`
}

const PLAYED: PaymentWords = {
  scene: 'thanks',
  title: 'Песня сыграна',
  text: 'Передаём деньги музыканту.',
}

function ordered(text: string) {
  return (told: PaymentNews): PaymentWords => ({
    scene: 'thanks',
    title: 'Спасибо! Песня заказана',
    text,
    money: kept(told),
    promise: 'Вернём деньги, если трек не исполнен',
  })
}

const justOrdered = ordered('Музыкант уже видит её на пульте.')

/** What a song whose money is there is told of, by its place in the concert. */
const ON_ITS_WAY: Record<SongStatus, (told: PaymentNews) => PaymentWords> = {
  SCHEDULED: justOrdered,
  QUEUED: ordered('Музыкант поставил её в очередь.'),
  NOW: (told) => ({
    scene: 'thanks',
    title: 'Сейчас играет ваша песня',
    text: 'Слушайте и подпевайте.',
    money: kept(told),
    promise: 'Вернём деньги, если трек не исполнен',
  }),
  PLAYED: () => PLAYED,
  SKIPPED: (told) => backWords(told, WHY.skipped),
}

export const SONG_WORDS: Record<PaymentState, (told: PaymentNews) => PaymentWords> = {
  created: (told) =>
    waitWords(told, 'Если вы уже заплатили, песня встанет в заказы или деньги вернутся.'),
  awaiting: (told) =>
    waitWords(told, 'Если вы уже заплатили, песня встанет в заказы или деньги вернутся.'),
  secured: (told) => (ON_ITS_WAY[told.songStatus ?? 'SCHEDULED'] ?? justOrdered)(told),
  releasing: () => PLAYED,
  released: () => ({
    scene: 'thanks',
    title: 'Песня сыграна, деньги у музыканта',
    text: 'Спасибо, что поддержали живую музыку.',
  }),
  returning: (told) => backWords(told, why(told)),
  returned: (told) => goneWords(told, why(told)),
  failed: (told) => {
    if (told.reason === 'hold_lost')
      return { scene: 'still', title: 'Деньги не списаны', text: `${WHY.hold_lost} ${NOT_TAKEN}` }
    if (told.reason === 'not_opened')
      return { ...TRY_AGAIN, text: `${WHY.not_opened} ${NOT_TAKEN} Попробуйте ещё раз.` }
    return TRY_AGAIN
  },
  expired: () => ({
    scene: 'still',
    title: 'Время оплаты вышло',
    text: `${NOT_TAKEN} Закажите песню ещё раз.`,
    money: 'Если банк всё же спишет деньги, мы их вернём.',
  }),
  canceled: (told) => ({
    scene: 'still',
    title: 'Заказ отменён',
    text: `${why(told)} ${NOT_TAKEN}`,
    money: 'Если банк всё же спишет деньги, мы их вернём.',
  }),
}
