import multipart from '@fastify/multipart'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MAX_PHOTO_BYTES } from '#domain/accounts/photo.ts'
import { Refusal } from '#domain/refusal.ts'

const FIELD = 'file'
/** The form as the documentation shows it; the real input is checked part by part. */
export const FORM = Type.Object({ [FIELD]: Type.Optional(Type.String({ format: 'binary' })) })
const NOT_ONE = 'Приложите одно фото'

function notOne(): Refusal {
  return new Refusal('VALIDATION', NOT_ONE, FIELD)
}

function tooLarge(): Refusal {
  return new Refusal('FILE_TOO_LARGE', 'Фото больше 10 МБ. Выберите файл поменьше.', FIELD)
}

/** Calls of this scope accept only a form with a file. */
export async function acceptFiles(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers()
  await scope.register(multipart, {
    // One more part than is accepted, so that it is seen and refused.
    limits: { fileSize: MAX_PHOTO_BYTES, files: 2, fields: 1, fieldSize: 1024, headerPairs: 20 },
    throwFileSizeLimit: false,
  })
}

/** An error of the form parser: the form is cut short or is no form. */
function isBrokenForm(error: unknown): boolean {
  return error instanceof Error && !(error instanceof Refusal)
}

/**
 * Returns the bytes of the one file of a form; its name and its claimed type are ignored. Refuses VALIDATION where the
 * form is another one and FILE_TOO_LARGE past 10 MiB.
 */
export async function readFile(request: FastifyRequest): Promise<Uint8Array> {
  if (!request.isMultipart()) throw notOne()
  let bytes: Uint8Array | null = null
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file' || part.fieldname !== FIELD || bytes !== null) throw notOne()
      const read = await part.toBuffer()
      if (part.file.truncated) throw tooLarge()
      bytes = read
    }
  } catch (error) {
    throw isBrokenForm(error) ? notOne() : error
  }
  if (bytes === null || bytes.length === 0) throw notOne()
  return bytes
}
