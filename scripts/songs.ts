import { stop } from './own-database.ts'
import { exportSongs } from './songs-export.ts'
import { importSongs } from './songs-import.ts'

const USAGE = `Каталог песен.

  npm run songs -- import ФАЙЛ          добавить песни из файла
  npm run songs -- import -             то же со стандартного ввода
  npm run songs -- import ФАЙЛ --again  с начала, даже если файл прочитан наполовину
  npm run songs -- export [ФАЙЛ]        весь каталог в CSV; без имени файла в стандартный вывод
  npm run songs -- export --verified    только проверенные песни
  npm run songs -- quality              как часто поиск находит нужное, по видам запросов
  npm run songs -- filter               как часто фильтр слов ошибается, по видам текстов
  npm run songs -- sheets ПАПКА…        сколько текстов с аккордами прочтено целиком; --misses: что нет

ФАЙЛ — таблица CSV со столбцами «название» и «исполнитель» (title, artistName) или записи
MusicBrainz (recording, JSON по одной в строке; после них work: авторы этих песен); можно сжатые
gzip или zstd.
Прерванная загрузка продолжается той же командой.
`

const [verb, ...args] = process.argv.slice(2)
const flags = args.filter((word) => word.startsWith('--'))
const files = args.filter((word) => !word.startsWith('--'))
const only = (flag: string) => flags.every((given) => given === flag)

if (verb === undefined || verb === 'help' || verb === '--help') process.stdout.write(USAGE)
else if (verb === 'import' && files.length === 1 && only('--again'))
  await importSongs(files[0] ?? '', flags.length > 0)
else if (verb === 'export' && files.length <= 1 && only('--verified'))
  await exportSongs(files[0] ?? null, flags.length > 0)
else if (verb === 'quality') {
  const { quality } = await import('./song-quality/command.ts')
  await quality(args)
} else if (verb === 'filter') {
  const { filterRates } = await import('./songs-filter.ts')
  await filterRates()
} else if (verb === 'sheets') {
  const { sheets } = await import('./song-sheets/command.ts')
  await sheets(args)
} else stop(USAGE.trim())
