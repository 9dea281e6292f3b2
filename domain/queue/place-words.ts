const PLACES =
  'первой второй третьей четвёртой пятой шестой седьмой восьмой девятой десятой одиннадцатой двенадцатой тринадцатой четырнадцатой пятнадцатой шестнадцатой семнадцатой восемнадцатой девятнадцатой двадцатой'.split(
    ' ',
  )

/** A place of a song, in words up to the twentieth: «шестой», «21-й»; as `is`: «шестая», as `what`: «шестую». */
export function placeInWords(n: number, form: 'by' | 'is' | 'what' = 'by'): string {
  const word = PLACES[n - 1]
  const third = n === 3
  if (form === 'by') return word ?? `${n}-й`
  if (form === 'is') return word?.replace(/.й$/u, third ? 'я' : 'ая') ?? `${n}-я`
  return word?.replace(/.й$/u, third ? 'ю' : 'ую') ?? `${n}-ю`
}
