import assert from 'node:assert/strict'
import { test } from 'node:test'
import { photoLink } from '#domain/accounts/photo.ts'
import { photoOf } from './photo.ts'

const ID = '0123456789abcdef0123456789abcdef'

test('a browser chooses from every width of a photo that is kept here', () => {
  assert.deepEqual(photoOf(photoLink(ID)), {
    url: `/media/${ID}-1200.webp`,
    srcSet: `/media/${ID}-480.webp 480w, /media/${ID}-800.webp 800w, /media/${ID}-1200.webp 1200w`,
    avif: `/media/${ID}-480.avif 480w, /media/${ID}-800.avif 800w, /media/${ID}-1200.avif 1200w`,
  })
})

test('a picture from anywhere else is shown as it is', () => {
  for (const link of ['', '/art/sax-mint.svg', 'https://elsewhere.example/a-1200.webp'])
    assert.deepEqual(photoOf(link), { url: link })
})
