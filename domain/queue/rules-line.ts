import { counted, plural } from '../russian.ts'
import { DEFAULT_RULES } from './evening-rules.ts'
import type { EveningRules } from './evening-rules.ts'

const TURN_WORDS: Record<EveningRules['turn'], string | null> = {
  arrival: null,
  circle: 'По кругу: сначала по одной песне у каждого',
  contribution: 'Кто больше: раньше звучит песня, за которую больше заплатили',
}

const EVERY = ['', 'каждой', 'каждой второй', 'каждой третьей', 'каждой четвёртой']

/** «после каждой второй песни артиста — заказ»; null where orders wait for all of his songs. */
function orderAfterWords(orderAfter: number | null): string | null {
  return orderAfter === null ? null : `после ${EVERY[orderAfter]} песни артиста — заказ`
}

/** How many of the next places stay as they are; null where no place moves. */
function lockWords({ turn, lock, orderAfter }: EveningRules): string | null {
  if ((turn === 'arrival' && orderAfter === null) || lock === DEFAULT_RULES.lock) return null
  if (lock === 0) return 'сдвинуться может любая песня'
  return lock === 1 ? 'ближайшая песня уже не сдвинется' : `ближайшие ${lock} уже не сдвинутся`
}

function songsWords({ songs, suggestions }: EveningRules): string | null {
  if (songs === 'repertoire') return 'только из репертуара'
  if (songs === 'open') return 'только открытые песни'
  if (!suggestions) return 'только песни из списка'
  return songs === 'everything' ? 'любые песни' : null
}

const WORDS_TEXTS: Record<EveningRules['words'], string | null> = {
  off: 'без имён и слов',
  name: 'имена без слов',
  name_and_words: null,
}

const LAST_CALL_WORDS: Record<EveningRules['lastCall'], string | null> = {
  open: null,
  last_call: 'Последние заказы',
  closed: 'Приём заказов закрыт',
}

/** Returns the rules in one line for listeners, the most urgent first; null where all of them are the default. `paid`: orders cost money. */
export function rulesLine(rules: EveningRules, paid = rules.money === 'paid'): string | null {
  const { freeWaiting, paidWaiting, wholeEvening, repeats, repeatAfter } = rules
  const parts = [
    LAST_CALL_WORDS[rules.lastCall],
    rules.byClock && rules.lastCall !== 'closed'
      ? 'заказы принимаем, пока успеваем до конца'
      : null,
    rules.turn === 'circle' && rules.byTable
      ? 'По кругу: сначала по одной песне у каждого стола'
      : TURN_WORDS[rules.turn],
    orderAfterWords(rules.orderAfter),
    lockWords(rules),
    // Each limit is of its own orders.
    freeWaiting === DEFAULT_RULES.freeWaiting || paid
      ? null
      : `в очереди до ${freeWaiting} ${plural(freeWaiting, 'песни', 'песен', 'песен')} от каждого`,
    paidWaiting === null || !paid
      ? null
      : `в очереди до ${paidWaiting} ${plural(paidWaiting, 'платной песни', 'платных песен', 'платных песен')} от каждого`,
    wholeEvening === null
      ? null
      : `за вечер до ${wholeEvening} ${plural(wholeEvening, 'песни', 'песен', 'песен')} от каждого`,
    repeats === 'not_tonight' ? 'без повторов' : null,
    repeats === 'after' ? `повтор через ${counted(repeatAfter, 'песню', 'песни', 'песен')}` : null,
    songsWords(rules),
    rules.money === 'account' ? null : rules.money === 'free' ? 'бесплатно' : 'заказы платные',
    rules.minSongAmount === null || rules.money === 'free'
      ? null
      : `от ${rules.minSongAmount}\u00A0₽`,
    rules.support && paid ? 'чужую песню можно поддержать рублём' : null,
    WORDS_TEXTS[rules.words],
    rules.singing ? 'можно спеть самому' : null,
    rules.namesShown && rules.words !== 'off' ? 'ваше имя увидят все, если вы его напишете' : null,
  ].filter((part) => part !== null)
  if (parts.length === 0) return null
  const line = parts.join(' · ')
  return line.charAt(0).toUpperCase() + line.slice(1)
}
