import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as orders from './order.ts'
import { Refusal } from './refusal.ts'

function refuses(step: () => unknown, code: string, sentence: RegExp): void {
  assert.throws(step, (error) => {
    assert.ok(error instanceof Refusal)
    assert.equal(error.code, code)
    assert.match(error.message, sentence)
    return true
  })
}

describe('an order', () => {
  test('is open before and during a concert, and closed after it', () => {
    orders.admitOrder({ status: 'SCHEDULED', ableGetSongs: true })
    orders.admitOrder({ status: 'NOW', ableGetSongs: true })
    const over = { status: 'PLAYED', ableGetSongs: true } as const
    refuses(() => orders.admitOrder(over), 'SESSION_NOT_OPEN', /завершён/u)
  })

  test('is closed before and during a concert that takes none', () => {
    for (const status of ['SCHEDULED', 'NOW'] as const) {
      const concert = { status, ableGetSongs: false }
      refuses(() => orders.admitOrder(concert), 'SESSION_NOT_OPEN', /не заказывают/u)
    }
  })

  test('of a song outside the repertoire is refused only where the artist plays that alone', () => {
    const picky = { requestFavoriteSongsOnly: true }
    const open = { requestFavoriteSongsOnly: false }
    orders.admitSong({ inRepertoire: true }, picky)
    orders.admitSong({ inRepertoire: true }, open)
    orders.admitSong({ inRepertoire: false }, open)
    const foreign = { inRepertoire: false }
    refuses(() => orders.admitSong(foreign, picky), 'SONG_NOT_ACCEPTED', /репертуар/u)
  })

  test('may suggest a song of its own, by title alone too', () => {
    assert.deepEqual(orders.checkSuggestion(' Группа  крови ', ''), {
      title: 'Группа крови',
      artistName: '',
    })
    assert.equal(orders.checkSuggestion('я'.repeat(120), 'я'.repeat(120)).title.length, 120)
    refuses(() => orders.checkSuggestion('', 'Кино'), 'VALIDATION', /Введите название/u)
    refuses(() => orders.checkSuggestion('я'.repeat(121), ''), 'VALIDATION', /120/u)
    refuses(() => orders.checkSuggestion('Пачка', 'я'.repeat(121)), 'VALIDATION', /120/u)
    refuses(() => orders.checkSuggestion('Па\u0000чка', ''), 'VALIDATION', /невидимые/u)
  })
})

test('a device may have two free orders waiting and is told so at the third', () => {
  orders.admitFreeOrder(0)
  orders.admitFreeOrder(1)
  refuses(
    () => orders.admitFreeOrder(2),
    'FREE_LIMIT',
    /^Вы уже добавили 2 песни\. Дождитесь их исполнения, чтобы добавить новые\.$/u,
  )
})
