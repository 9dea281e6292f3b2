import { below, pick, randomOf } from './random.ts'
import type { Random } from './random.ts'

export type Language = 'russian' | 'latin'

const listOf = (words: string): readonly string[] => words.trim().split(/\s+/u)

/** Common words of song titles, the most frequent first. */
const COMMON: Readonly<Record<Language, readonly string[]>> = {
  russian: listOf(`
    я ты не в и на мой любовь ночь моя мы без как с по тебя мне день что меня все для над она он
    небо сердце жизнь мир солнце снег дождь звезда ветер море город весна осень зима лето дом мама
    девочка мальчик песня дорога моё только где когда это под за белый чёрный синий красный последний
    первый новый старый люблю жди прощай вернись танцуй лети беги улетай огонь вода свет тень луна
    река берег окно дверь душа слёзы боль счастье мечта память время вечность поезд самолёт корабль
    друг брат сестра сын дочь бог ангел демон волк птица кот конь цветы роза роща поле степь гора
    о об от до из у к но да нет так там тут ещё уже снова опять никто ничто всё никогда всегда
    сегодня завтра вчера утро вечер полночь рассвет закат туман гроза метель мороз лёд пепел дым
    война мир солдат король королева принцесса сказка сон тишина голос глаза руки губы волосы`),
  latin: listOf(`
    the you me love of a in my to i and it is on your for night baby all no one we with go be don’t
    heart time girl life man like way down up world home blue dream good this that what let never
    day want can’t come out we’re i’m get back light dance sun moon star fire rain river sky sweet
    black white red wild young free lost last first new old forever again away tonight tomorrow crazy
    little big beautiful lonely broken golden summer winter city street road train song music rock
    roll boy woman lady king queen angel devil god soul mind eyes hands lips tears kiss hello goodbye
    stay run fly fall rise burn shine live die know think feel need give take make say tell hold
    la le de el amor vida noche sol luna mi te que en un una con ciel je toi ne pas amore cuore`),
}

const RUSSIAN_STEMS = listOf(`
  ветр груст пламен гитар дорог берёз вечер полноч звёзд осен весен зимн летн сереб золот стекл
  камен хрустал горяч холод туман облак дожд сне́ж лун солнеч морск речн степн гор лес пол цвет
  роз сирен васильк ромаш черёмух рябин калин вишн яблон клён тополь дуб сосн ель ив трав роса
  пыл пепел искр кост огон свеч фонар окн двер стен крыш мост вокзал перрон вагон рельс поезд
  парус корабл якор маяк прибой волн остров берег пристан чай голуб ворон лебед журавл соловь
  ласточк волч лисиц медвед олен конь жереб птич рыб змей дракон колдун ведьм принц корол цариц
  рыцар солдат матрос капитан пилот шофёр бродяг странник цыган поэт артист клоун шут вор беглец
  друж братств сестр мат отец детств юност молод стар взросл врем час минут секунд вечн мгнов
  памят прошл будущ надежд вер мечт желан страст нежн ласк поцелу объят разлук встреч прощан
  измен ревност обид слёз боль рад смех улыб тишин шёпот крик голос песн мелод рит танц вальс
  блюз рок джаз скрипк баян труб барабан струн аккорд нот слов письм стих книг страниц адрес
  телефон номер ключ замок кольц браслет плать туфл каблук пальт шарф зонт чемодан билет карт`)
const LATIN_STEMS = listOf(`
  shadow ember velvet hollow silver copper crystal thunder lantern mirror garden harbour meadow
  canyon desert ocean island mountain valley winter autumn morning evening midnight twilight dusk
  electr magnet paradis heaven ghost spirit phantom stranger wander drift gambl rambl outlaw cowboy
  sailor soldier hunter dancer drummer preacher teacher lover dreamer believer sinner saint prophet
  crown castle kingdom empire temple tower bridge station highway railroad motel diner saloon casino
  diamond ruby emerald pearl marble plastic rubber paper cotton leather denim satin feather arrow
  bullet hammer ladder bottle whisky coffee sugar honey cherry lemon orange tangerin melon vanill
  corazon camin estrell montañ palom guitarr cancion mañan sombr silenci locur esperanz soledad
  liebe nacht stern himmel traum feuer wasser schatten monde coeur étoil lumièr chanson matin
  notte stell mare vento sogno fior bambin canzon ricord strad`)

const RUSSIAN_ENDINGS = listOf('а и е у ой ы ам ами ах ью ом ов ек ка ки ку кой очка очки ик ики')
const RUSSIAN_TAILS = listOf(`
  ный ная ное ные ного ной ному ным ность ности ский ская ское ские ение ения ник ница ники ить ит
  ал ала али али овать ует ую ись ется лся лась лись яна ина ины ино ушка ушки енька`)
const LATIN_ENDINGS = listOf('s ed ing er ers y ies a o e as os es in’ ly le el ia io')
const LATIN_TAILS = listOf(
  'ness less ful land town side line light man men girl boy house time song heart ette ito ita ando',
)
const RUSSIAN_FRONTS = listOf('по за про пере под от раз без вы у на из со при не до')
const LATIN_FRONTS = listOf('re un over under out for mis trans inter super after be')

const SOUNDS = {
  russian: {
    first: listOf(
      'б в г д ж з к л м н п р с т ф х ц ч ш бр вл гр др кр пл пр ск сл см ст тр хр шк',
    ),
    vowels: listOf('а е и о у ы я ю ё а о и е'),
    middle: listOf('б в г д ж з к л м н п р с т х ч ш рт нд лк ст рк вн зд мб'),
  },
  latin: {
    first: listOf('b c d f g h j k l m n p r s t v w br ch cl cr dr fl gr pr sh sl sp st th tr'),
    vowels: listOf('a e i o u a e o ai ea oo ou y'),
    middle: listOf('b c d g k l m n p r s t v nd rk st ll rr mp ck nt ss'),
  },
} as const

/** The number of forms of each stem: they yield words that differ by one letter. */
const FORMS = 12

function madeStem(random: Random, language: Language): string {
  const { first, vowels, middle } = SOUNDS[language]
  const more = random() < 0.45 ? pick(random, vowels) + pick(random, middle) : ''
  return pick(random, first) + pick(random, vowels) + pick(random, middle) + more
}

const REAL_STEMS = { russian: RUSSIAN_STEMS, latin: LATIN_STEMS }
const FRONTS = { russian: RUSSIAN_FRONTS, latin: LATIN_FRONTS }
const TAILS = { russian: RUSSIAN_TAILS, latin: LATIN_TAILS }
const ENDINGS = { russian: RUSSIAN_ENDINGS, latin: LATIN_ENDINGS }

/** The word of this frequency rank; computed rather than stored, and two ranks seldom share a word. */
export function wordAt(rank: number, language: Language): string {
  const common = COMMON[language]
  const known = common[rank]
  if (known !== undefined) return known
  const place = rank - common.length
  const family = Math.floor(place / FORMS)
  const random = randomOf(family * 2 + (language === 'latin' ? 1 : 0) + 0x51ed)
  const real = REAL_STEMS[language]
  const stem = real[family] ?? madeStem(random, language)
  const front = family >= real.length && random() < 0.25 ? pick(random, FRONTS[language]) : ''
  const tail = random() < 0.35 ? pick(random, TAILS[language]) : ''
  const endings = ENDINGS[language]
  const start = below(random, endings.length)
  const form = place % FORMS
  const ending = form === 0 ? '' : (endings[(start + form) % endings.length] ?? '')
  return front + stem.replaceAll('\u0301', '') + tail + ending
}

export function capital(word: string): string {
  const [first = '', ...others] = word
  return first.toUpperCase() + others.join('')
}
