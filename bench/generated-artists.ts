import { below, pick, randomOf } from './random.ts'
import type { Random } from './random.ts'
import { capital, wordAt } from './song-words.ts'
import type { Language } from './song-words.ts'

export type BenchArtist = { name: string; language: Language }

const listOf = (words: string): readonly string[] => words.trim().split(/\s+/u)
const RUSSIAN_NAMES = listOf(`
  Александр Алексей Анна Мария Иван Дмитрий Елена Ольга Сергей Андрей Наталья Юлия Татьяна Михаил
  Владимир Николай Екатерина Ирина Светлана Павел Максим Артём Кирилл Роман Илья Денис Егор Никита
  Виктор Виктория Валерий Валерия Людмила Галина Нина Вера Надежда Любовь Полина Дарья Алина Ева`)
const LATIN_NAMES = listOf(`
  John Mary James Anna David Sarah Michael Emma Paul Laura Robert Julia Peter Nina Thomas Clara Jack
  Lucy Daniel Alice Max Eva Leo Mia Carlos Maria Luis Sofia Marco Giulia Pierre Claire Hans Greta
  Johnny Billy Jimmy Tommy Betty Sally Dolly Nick Tom Kate Jane Rose Ruby Ella Otis Ray Sam Joe`)
const SURNAME_TAILS = listOf('ов ова ев ева ин ина ский ская енко ович ко ук як ян дзе швили')
const LATIN_SURNAME_TAILS = listOf(
  'son ton er man ley ford well worth ini elli ez os ard eau stein',
)
const BAND_WORDS = 60_000

/** The performer of this rank, always the same one. */
export function performerAt(rank: number): BenchArtist {
  const random = randomOf(rank * 3 + 0x0a57)
  const language: Language = random() < 0.62 ? 'russian' : 'latin'
  const name = language === 'russian' ? russianName(random) : latinName(random)
  return { name, language }
}

// Any word of the vocabulary, regardless of its frequency: names have rarer words than titles.
function rareWord(random: Random, language: Language): string {
  return capital(wordAt(below(random, BAND_WORDS), language))
}

function surname(random: Random, language: Language): string {
  const stem = wordAt(1000 + below(random, BAND_WORDS) * 12, language)
  const tail = pick(random, language === 'russian' ? SURNAME_TAILS : LATIN_SURNAME_TAILS)
  return capital(stem.slice(0, 8) + tail)
}

function russianName(random: Random): string {
  const kind = random()
  if (kind < 0.55) return `${pick(random, RUSSIAN_NAMES)} ${surname(random, 'russian')}`
  if (kind < 0.75) return rareWord(random, 'russian')
  if (kind < 0.9) return `${rareWord(random, 'russian')} ${wordAt(below(random, 4000), 'russian')}`
  if (kind < 0.95) return `Группа «${rareWord(random, 'russian')}»`
  return `${rareWord(random, 'russian')} ${1 + below(random, 99)}`
}

function latinName(random: Random): string {
  const kind = random()
  if (kind < 0.5) return `${pick(random, LATIN_NAMES)} ${surname(random, 'latin')}`
  if (kind < 0.75) return `The ${rareWord(random, 'latin')}`
  if (kind < 0.85)
    return `${pick(random, LATIN_NAMES)} & the ${capital(wordAt(below(random, 4000), 'latin'))}`
  if (kind < 0.93) return `DJ ${rareWord(random, 'latin')}`
  return `${rareWord(random, 'latin')} ${capital(wordAt(below(random, 4000), 'latin'))}`
}
