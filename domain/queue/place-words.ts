const STEMS =
  'перв втор треть четвёрт пят шест седьм восьм девят десят одиннадцат двенадцат тринадцат четырнадцат пятнадцат шестнадцат семнадцат восемнадцат девятнадцат двадцат'.split(
    ' ',
  )

const ENDINGS = { by: ['о', 'й'], is: ['а', 'я'], what: ['у', 'ю'], place: ['о', 'е'] } as const

/** A place of a song, in words up to the twentieth: «шестой», «21-й»; as `is`: «шестая», as `what`: «шестую», as `place`: «шестое». */
export function placeInWords(n: number, form: keyof typeof ENDINGS = 'by'): string {
  const [hard, soft] = ENDINGS[form]
  const stem = STEMS[n - 1]
  if (stem === undefined) return `${n}-${soft}`
  const third = form === 'by' ? 'е' : ''
  return stem + (n === 3 ? third : hard) + soft
}
