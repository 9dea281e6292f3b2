import assert from 'node:assert/strict'
import { test } from 'node:test'
import { concertMeta } from './concert-meta.ts'

const ADDRESS = 'https://bis.example/user/lada/1'

const meta = (imageUrl: string) =>
  concertMeta({
    address: ADDRESS,
    artistName: 'Лада',
    session: {
      title: 'Тихий концерт',
      timeAndDay: 'суббота, 28 нояб., 20:00',
      location: { name: 'Подвал', city: 'Москва' },
      artist: { username: 'lada', name: 'Лада', imageUrl },
    },
  })

const said = (tags: ReturnType<typeof meta>, name: string) =>
  tags.find(({ property }) => property === name)?.['content']

test('a link tells what, when and where, and leads to the main page', () => {
  const tags = meta('')
  assert.equal(said(tags, 'og:title'), 'Тихий концерт — Лада')
  assert.equal(said(tags, 'og:description'), 'суббота, 28 нояб., 20:00. Подвал, Москва')
  assert.equal(tags.find(({ rel }) => rel === 'canonical')?.['href'], ADDRESS)
  assert.equal(said(tags, 'og:image'), undefined)
})

test('a photo is shown as a JPEG at its whole address', () => {
  const image = said(meta('/media/3f_x-9-1200.webp'), 'og:image')
  assert.equal(image, 'https://bis.example/media/3f_x-9-1200.jpg')
})
