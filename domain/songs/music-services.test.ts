import assert from 'node:assert/strict'
import { test } from 'node:test'
import { musicSearches } from './music-services.ts'

test('a song is searched in music services by its performer and title, whatever signs they have', () => {
  const [yandex] = musicSearches({ title: 'Где? & «там»', artistName: 'Би-2' })
  assert.equal(yandex?.name, 'Яндекс Музыка')
  const { origin, searchParams } = new URL(yandex?.href ?? '')
  assert.equal(origin, 'https://music.yandex.ru')
  assert.equal(searchParams.get('text'), 'Би-2 Где? & «там»')
  for (const { href } of musicSearches({ title: 'Печаль', artistName: '' }))
    assert.match(href, /=%D0%9F%D0%B5%D1%87%D0%B0%D0%BB%D1%8C$/u)
})
