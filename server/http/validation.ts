import { Ajv } from 'ajv'
import type { ErrorObject } from 'ajv'
import formats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import { refuseFields } from '#domain/refusal.ts'

// `default` exports of a CommonJS package differ between Node and the type checker.
const addFormats = formats as unknown as typeof formats.default

function ajv(coerceTypes: boolean): Ajv {
  const made = new Ajv({ coerceTypes, useDefaults: true, allErrors: true, strict: false })
  addFormats(made)
  // The package's own takes «urn:uuid:…» and capitals too, which no id of ours has.
  made.addFormat('uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  return made
}

const forText = ajv(true)
const forJson = ajv(false)

/** A query string holds only text, so its numbers are read from it; JSON says what it means. */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) =>
  (httpPart === 'body' ? forJson : forText).compile(schema)

function sentence(error: ErrorObject): string {
  switch (error.keyword) {
    case 'required':
      return 'Это поле нужно заполнить'
    case 'additionalProperties':
      return 'Такого поля в этом вызове нет'
    case 'maxLength':
      return `Не больше ${error.params['limit']} знаков`
    case 'minLength':
      return 'Это поле нужно заполнить'
    case 'minimum':
    case 'maximum':
      return `Число вне границ: ${error.params['comparison']} ${error.params['limit']}`
    case 'maxItems':
      return `Не больше ${error.params['limit']} строк`
    case 'enum':
      return 'Такого значения здесь не бывает'
    case 'format':
      return error.params['format'] === 'uuid' ? 'Это не похоже на номер' : 'Неверный формат'
    default:
      return 'Неверный формат'
  }
}

function fieldOf(error: ErrorObject): string {
  const inside = error.instancePath.slice(1).replaceAll('/', '.')
  const own: unknown = error.params['missingProperty'] ?? error.params['additionalProperty']
  if (typeof own !== 'string') return inside === '' ? 'body' : inside
  return inside === '' ? own : `${inside}.${own}`
}

/** What ajv says in English, as fields in Russian. */
export function refusalOf(errors: readonly ErrorObject[]) {
  const fields: Record<string, string> = {}
  for (const error of errors) {
    if (error.keyword === 'anyOf') continue
    fields[fieldOf(error)] ??= sentence(error)
  }
  return refuseFields(fields)
}
