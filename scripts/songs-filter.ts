import { isHeldBack } from '#domain/queue/held-texts.ts'
import { ABUSE, CONTACTS, HARMLESS } from '#packages/word-filter/samples.ts'
import { readCatalogue } from '#server/modules/songs/catalogue.ts'

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`

function print(name: string, texts: readonly string[], wrong: readonly string[]): void {
  console.log(
    `${name}: ${wrong.length} из ${texts.length} (${percent(wrong.length, texts.length)})`,
  )
  for (const text of wrong) console.log(`  ${text}`)
}

/** Prints how often the word filter holds back what it should not, and lets pass what it should not. */
export async function filterRates(): Promise<void> {
  const passes = (text: string) => !isHeldBack(text)
  const catalogue = await readCatalogue()
  const held = catalogue.filter(({ title, artistName }) => isHeldBack(title, artistName))
  const named = (songs: readonly { title: string; artistName: string }[]) =>
    songs.map(({ title, artistName }) => `${title}, ${artistName}`)
  print('Скрыто из каталога', named(catalogue), named(held))
  print(
    'Скрыто из имён, названий и слов, в которых ничего нет',
    HARMLESS,
    HARMLESS.filter((text) => !passes(text)),
  )
  print('Пропущено брани', ABUSE, ABUSE.filter(passes))
  print('Пропущено номеров и адресов', CONTACTS, CONTACTS.filter(passes))
}
