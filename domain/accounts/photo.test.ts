import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isHeic } from './heic.ts'
import { photoFileName, photoFiles, photoIdOf, photoLink, readPhotoFileName } from './photo.ts'

const ID = '0123456789abcdef0123456789abcdef'

test('a photo is kept in three widths, each as AVIF and WebP, and once as JPEG', () => {
  assert.deepEqual(photoFiles(ID).map(photoFileName).toSorted(), [
    `${ID}-1200.avif`,
    `${ID}-1200.jpg`,
    `${ID}-1200.webp`,
    `${ID}-480.avif`,
    `${ID}-480.webp`,
    `${ID}-800.avif`,
    `${ID}-800.webp`,
  ])
})

test('the name of every file is read as the file that it was made of', () => {
  for (const file of photoFiles(ID)) assert.deepEqual(readPhotoFileName(photoFileName(file)), file)
})

test('a photo of an iPhone is known by its first bytes', () => {
  const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))
  for (const brand of ['heic', 'heix', 'mif1\0\0\0\0mif1heic'])
    assert.ok(isHeic(bytes(`\0\0\0\x18ftyp${brand}`)))
  for (const other of ['\0\0\0\x18ftypavif', '\xFF\xD8\xFF\xE0\0\x10JFIF', 'ftypheic', ''])
    assert.ok(!isHeic(bytes(other)))
})

test('no other text is the name of a file', () => {
  for (const name of [
    '',
    ID,
    `${ID}-640.webp`,
    `${ID}-480.jpg`,
    `${ID}-1200.png`,
    `${ID}-1200.webp\n`,
    `${ID}-1200.webp/`,
    `../${ID}-1200.webp`,
    `${ID.toUpperCase()}-1200.webp`,
    `${ID.slice(1)}-1200.webp`,
    'constructor',
  ])
    assert.equal(readPhotoFileName(name), null, JSON.stringify(name))
})

test('a link leads back to its photo, and a link elsewhere to none', () => {
  assert.equal(photoIdOf(photoLink(ID)), ID)
  for (const link of ['', '/art/sax-mint.svg', `https://elsewhere.example${photoLink(ID)}`])
    assert.equal(photoIdOf(link), null)
})
