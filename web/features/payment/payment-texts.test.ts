import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PAYMENT_KINDS, PAYMENT_REASONS, PAYMENT_STATES } from '#domain/payments/payment.ts'
import { SONG_STATUSES } from '#domain/queue/queue.ts'
import type { PaymentText, PaymentNews } from './money-texts.ts'
import { paymentText, UNKNOWN_TEXT } from './payment-texts.ts'

const FIRST: PaymentNews = {
  kind: 'song',
  state: 'secured',
  amount: 20_000,
  funds: 'charged',
  delayed: false,
  late: false,
  wait: 'checking',
}

function* everything(): Generator<PaymentNews> {
  for (const kind of PAYMENT_KINDS)
    for (const state of PAYMENT_STATES)
      for (const reason of [undefined, ...PAYMENT_REASONS])
        for (const songStatus of [undefined, ...SONG_STATUSES])
          for (const funds of ['none', 'hold', 'charged'] as const)
            for (const delayed of [false, true])
              for (const late of [false, true])
                for (const wait of ['checking', 'closed', 'long'] as const)
                  yield {
                    kind,
                    state,
                    amount: 1000,
                    funds,
                    delayed,
                    late,
                    wait,
                    ...(reason && { reason }),
                    ...(songStatus && { songStatus }),
                  }
}

const textOf = (change: Partial<PaymentNews>) => paymentText({ ...FIRST, ...change })

const allOf = ({ title, text, money = '', promise = '' }: PaymentText) =>
  [title, text, money, promise].join(' ')

test('there are words for every payment there can be', () => {
  let count = 0
  for (const one of everything()) {
    const { title, text, money, promise } = paymentText(one)
    count += 1
    for (const words of [title, text, money, promise]) {
      if (words === undefined) continue
      assert.match(words, /^[А-ЯЁ0-9][^]*\S$/u, JSON.stringify(one))
      assert.doesNotMatch(words, /undefined|null|NaN|\s{2}|\.\./, JSON.stringify(one))
      assert.doesNotMatch(words.replace('Спасибо!', ''), /!/, JSON.stringify(one))
    }
    assert.match(text, /\.$/, JSON.stringify(one))
    assert.doesNotMatch(title, /\.$/, JSON.stringify(one))
  }
  assert.ok(count > 5000)
})

test('nobody is told that money was not taken while it may have been', () => {
  for (const one of everything()) {
    if (one.state === 'failed' || one.state === 'expired' || one.state === 'canceled') continue
    assert.doesNotMatch(allOf(paymentText(one)), /не списаны/, JSON.stringify(one))
  }
})

test('whoever’s money is on its way back reads how much, and why', () => {
  for (const one of everything()) {
    if (one.state !== 'returning' && one.state !== 'returned') continue
    assert.match(allOf(paymentText(one)), /10\s₽/u, JSON.stringify(one))
  }
  const why = {
    skipped: /пропустил/,
    interrupted: /прервал/,
    concert_over: /не прозвучала/,
    concert_deleted: /Концерт отменён/,
    song_refused: /не удалось поставить в заказы/,
    late: /заказ был уже закрыт/,
    external: /Банк отменил/,
    returned_by_artist: /Музыкант вернул вам деньги/,
    returned_by_service: /Поддержка .* вернула вам деньги/,
  } as const
  for (const reason of Object.keys(why) as (keyof typeof why)[])
    for (const state of ['returning', 'returned'] as const)
      assert.match(textOf({ state, reason }).text, why[reason])
})

test('whose thanks were given back reads who did it', () => {
  for (const reason of ['returned_by_artist', 'returned_by_service'] as const)
    for (const state of ['returning', 'returned'] as const)
      assert.equal(
        textOf({ kind: 'tip', reason, state }).text,
        textOf({ kind: 'song', reason, state }).text,
      )
})

test('held money is never called paid, and paid money never held', () => {
  assert.match(textOf({ funds: 'hold' }).money ?? '', /удерживает 200\s₽/u)
  assert.match(textOf({ funds: 'charged' }).money ?? '', /200\s₽ оплачены/u)
  assert.match(textOf({ state: 'returning', funds: 'hold' }).money ?? '', /списания не будет/)
  assert.match(textOf({ state: 'returned', funds: 'hold' }).money ?? '', /списания не было/)
  assert.match(textOf({ state: 'returning', funds: 'charged' }).money ?? '', /Вернём 200\s₽/u)
})

test('a paid song is told of by its place in the concert', () => {
  const titles = SONG_STATUSES.map((songStatus) => textOf({ songStatus }).title)
  assert.deepEqual(titles, [
    'Спасибо! Ваша доля внесена',
    'Спасибо! Песня заказана',
    'Спасибо! Песня заказана',
    'Сейчас играет ваша песня',
    'Песня сыграна',
    'Возвращаем деньги',
  ])
  assert.equal(textOf({ state: 'released' }).title, 'Песня сыграна, деньги у музыканта')
  assert.equal(textOf({ share: true, songStatus: 'SCHEDULED' }).title, 'Спасибо! Вы в доле')
  assert.match(allOf(textOf({ share: true, state: 'awaiting', wait: 'closed' })), /вашу долю/u)
})

test('a vote counts, wherever its song stands, and comes back where another song wins', () => {
  const waits = ['COLLECTING', 'SCHEDULED', 'QUEUED'] as const
  for (const songStatus of waits) {
    const { title, promise } = textOf({ vote: true, songStatus })
    assert.equal(title, 'Спасибо! Голос засчитан')
    assert.equal(promise, 'Вернём деньги, если победит другая или трек не исполнят')
  }
})

test('an unpaid vote puts no song into the queue, and nothing but an order is asked for once more', () => {
  const unpaid = { state: 'awaiting', vote: true } as const
  assert.equal(textOf({ ...unpaid, wait: 'closed' }).text, 'Голос засчитаем, когда придёт оплата.')
  assert.match(textOf({ ...unpaid, wait: 'long' }).text, /заплатили, голос засчитаем или деньги/u)
  assert.equal(textOf({ state: 'canceled', vote: true }).title, 'Голос не засчитан')
  const late = (change: Partial<PaymentNews>) => textOf({ state: 'expired', ...change }).text
  assert.equal(late({}), 'Деньги не списаны. Закажите песню ещё раз.')
  for (const part of [{ share: true }, { vote: true }] as const)
    assert.equal(late(part), 'Деньги не списаны.')
})

test('a return that takes long is called late and not lost', () => {
  for (const kind of PAYMENT_KINDS) {
    const words = textOf({ kind, state: 'returning', delayed: true })
    assert.equal(words.title, 'Возврат задерживается')
    assert.match(words.money ?? '', /не потеряны/)
  }
})

test('a refund that the payer’s bank sent back is promised by hand, and not the way he paid', () => {
  for (const kind of PAYMENT_KINDS) {
    const words = allOf(textOf({ kind, state: 'returning', delayed: true, sentBack: true }))
    assert.match(words, /Ваш банк прислал 200\s₽ назад, переведём их вручную\./u)
    assert.doesNotMatch(words, /полностью|откуда вы платили/u)
  }
})

test('the check of a number tells of nine rubles of ten', () => {
  const check = (change: Partial<PaymentNews>) => textOf({ kind: 'check', amount: 1000, ...change })
  assert.equal(check({ state: 'secured' }).title, '9 рублей отправлены на номер')
  assert.equal(check({ state: 'released' }).title, 'Номер проверен')
  const back = check({ state: 'returning', reason: 'number_rejected' })
  assert.equal(back.title, 'Номер не принял перевод')
  assert.match(back.money ?? '', /Вернём 10\s₽/u)
})

test('who waits for long is told to keep the link', () => {
  assert.match(allOf(textOf({ state: 'awaiting', late: true, wait: 'long' })), /Сохраните ссылку/)
  assert.match(allOf(UNKNOWN_TEXT), /Сохраните ссылку/)
})

test('a payment that the bank refused and one that was never made are told apart', () => {
  const declined = textOf({ state: 'failed', reason: 'declined' })
  assert.equal(declined.title, 'Платёж не прошёл')
  assert.equal(declined.text, 'Банк отклонил его. Деньги не списаны.')
  const closed = textOf({ state: 'awaiting', wait: 'closed', payUntilClock: '21:47' })
  assert.equal(closed.title, 'Вы ещё не заплатили')
  assert.equal(closed.money, 'Оплатить можно до 21:47.')
  assert.equal(textOf({ state: 'awaiting' }).title, 'Проверяем оплату')
})
