import { DEFAULT_AGE, DEFAULT_PRIVACY } from '#domain/concert.ts'
import { characters, checkTogether } from '#domain/fields.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Advanced } from './concert-changes.store.ts'

/** What a new concert starts with. */
export const DEFAULT_ADVANCED: Advanced = {
  age: DEFAULT_AGE,
  description: '',
  ticketLink: '',
  privacy: DEFAULT_PRIVACY,
}

const MOST_DESCRIPTION = 4000
const MOST_LINK = 500

/** Takes the form as typed and gives it tidied. Refuses VALIDATION at `description` and `ticketLink`. */
export function checkAdvanced(typed: Advanced): Advanced {
  const checked = checkTogether({
    description: () => checkDescription(typed.description),
    ticketLink: () => checkTicketLink(typed.ticketLink),
  })
  return { ...typed, ...checked }
}

// All control characters but line breaks and tabs, and those that turn the reading direction.
const INVISIBLE = /[^\P{Cc}\n\t]|[\p{Cs}\u202A-\u202E\u2066-\u2069]/u

function checkDescription(typed: string): string {
  const text = typed.normalize('NFC').replace(/\r\n?/gu, '\n').trim()
  if (INVISIBLE.test(text))
    throw new Refusal('VALIDATION', 'Уберите из текста невидимые символы', 'description')
  if (characters(text) > MOST_DESCRIPTION)
    throw new Refusal('VALIDATION', 'Описание — не длиннее 4000 символов', 'description')
  return text
}

function checkTicketLink(typed: string): string {
  const link = typed.trim()
  if (link === '') return ''
  if (link.length > MOST_LINK)
    throw new Refusal('VALIDATION', 'Ссылка на билеты — не длиннее 500 символов', 'ticketLink')
  // A browser drops the invisible and mends «http:host» by itself, so that what is shown is not where it leads.
  if (!/^https?:\/\/[^\s\p{C}]+$/iu.test(link) || !URL.canParse(link))
    throw new Refusal(
      'VALIDATION',
      'Вставьте ссылку целиком: она начинается с https:// или http://',
      'ticketLink',
    )
  return link
}
