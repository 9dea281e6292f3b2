import { Type } from '@sinclair/typebox'
import { QR_SIZE, QR_TEXT_MOST } from '#domain/concerts/qr-code.ts'
import { endpoint } from './endpoint.ts'
import { literals, Username } from './shapes.ts'

const Link = Type.Object({ link: Type.String() })
const FileName = Type.String({ minLength: 1, maxLength: 200 })
const Colour = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })

export const file = {
  upload: endpoint({
    method: 'POST',
    path: '/file/upload',
    access: 'artist',
    rates: ['uploadOfArtist'],
    summary: 'Загрузить фото: JPEG, PNG или WebP в поле file',
    takesFile: true,
    idempotent: true,
    created: true,
    answer: Link,
    refusals: ['FILE_TOO_LARGE', 'FILE_NOT_IMAGE', 'PHOTO_LIMIT', 'FILES_DOWN', 'OVERLOADED'],
  }),
  getLink: endpoint({
    method: 'GET',
    path: '/file/get-link',
    access: 'anyone',
    summary: 'Ссылка на файл',
    query: { name: FileName },
    answer: Link,
    refusals: ['NOT_FOUND'],
  }),
  deletePhoto: endpoint({
    method: 'DELETE',
    path: '/file/delete-photo',
    access: 'artist',
    summary: 'Удалить фото',
    query: { fileName: FileName },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND'],
  }),
}

export const qr = {
  createCustom: endpoint({
    method: 'POST',
    path: '/qr/create-custom-qr',
    access: 'anyone',
    priority: 'low',
    rates: ['qrOfAddress'],
    summary: 'QR-код своих цветов и размера',
    kind: 'blob',
    body: {
      text: Type.Optional(Type.String({ minLength: 1, maxLength: QR_TEXT_MOST })),
      artistUsername: Type.Optional(Username),
      colour: Type.Optional(Colour),
      background: Type.Optional(Colour),
      format: Type.Optional(literals(['png', 'svg'] as const)),
      /** The side in pixels. */
      size: Type.Optional(Type.Integer({ minimum: QR_SIZE.least, maximum: QR_SIZE.most })),
    },
    answer: Type.String(),
    refusals: ['NOT_FOUND'],
  }),
  getImage: endpoint({
    method: 'GET',
    path: '/qr/get-image/:username',
    access: 'anyone',
    priority: 'low',
    rates: ['lookOfAddress'],
    summary: 'QR-код страницы музыканта',
    kind: 'blob',
    params: { username: Username },
    answer: Type.String(),
    refusals: ['NOT_FOUND'],
  }),
  downloadImage: endpoint({
    method: 'GET',
    path: '/qr/download-image/:username',
    access: 'anyone',
    priority: 'low',
    rates: ['lookOfAddress'],
    summary: 'QR-код файлом qrcode.png',
    kind: 'blob',
    params: { username: Username },
    answer: Type.String(),
    refusals: ['NOT_FOUND'],
  }),
}
