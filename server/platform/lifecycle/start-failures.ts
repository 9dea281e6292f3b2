import { UnfitServer } from '../db/open.ts'
import { StartRefused } from './start-checks.ts'

/** Errors of the PostgreSQL driver and of the embedded database without a code. */
const UNCODED = [
  {
    pattern: /PGlite failed to initialize/u,
    sentence:
      'Встроенная база не открывается: освободите место на диске с DATA_DIR, а если места довольно, восстановите базу из копии (npm run restore).',
  },
  {
    pattern: /SSL/u,
    sentence: 'С базой данных не договориться о шифровании: проверьте sslmode в DATABASE_URL.',
  },
  {
    pattern: /password must be a string/u,
    sentence: 'База данных не приняла имя или пароль: проверьте DATABASE_URL.',
  },
  {
    pattern: /timeout|Connection terminated/u,
    sentence:
      'База данных не отвечает: проверьте, что сервер PostgreSQL запущен и DATABASE_URL верен.',
  },
]

/** Errors with a code of the system, of Node or of PostgreSQL (SQLSTATE). */
const CODED: readonly { codes: readonly string[]; sentence: (text: string) => string }[] = [
  {
    codes: ['EADDRINUSE'],
    sentence: () => 'Этот порт уже занят: задайте другой PORT или остановите того, кто его занял.',
  },
  {
    codes: ['EADDRNOTAVAIL', 'ENOTFOUND'],
    sentence: (text) => `Адрес не найден (${text}): проверьте HOST и DATABASE_URL.`,
  },
  {
    codes: ['EACCES', 'EPERM', 'EROFS'],
    sentence: (text) => `Не хватает прав (${text}): проверьте права на DATA_DIR и номер PORT.`,
  },
  {
    codes: ['EEXIST', 'ENOTDIR'],
    sentence: (text) => `DATA_DIR должно быть каталогом, а там лежит файл (${text}).`,
  },
  {
    codes: ['ERR_SQLITE_ERROR'],
    sentence: (text) =>
      `Файл database.lock в DATA_DIR не закрыть от других процессов (${text}): проверьте права на него, а сетевой диск для встроенной базы не годится.`,
  },
  {
    codes: ['ENOSPC'],
    sentence: () => 'На диске кончилось место: освободите его и запустите снова.',
  },
  {
    codes: [
      'ECONNREFUSED',
      'ETIMEDOUT',
      'EHOSTUNREACH',
      'ENETUNREACH',
      'EAI_AGAIN',
      '53300',
      '57P01',
      '57P02',
      '57P03',
    ],
    sentence: () =>
      'База данных не отвечает: проверьте, что сервер PostgreSQL запущен и DATABASE_URL верен.',
  },
  {
    codes: ['28P01', '28000'],
    sentence: () => 'База данных не приняла имя или пароль: проверьте DATABASE_URL.',
  },
  {
    codes: ['42501'],
    sentence: () =>
      'Роли базы данных не хватает прав: таблицы этой версии создаёт их владелец. Запустите npm run migrate с DATABASE_OWNER_URL или задайте в DATABASE_URL роль, которой принадлежат таблицы.',
  },
  {
    codes: ['3D000'],
    sentence: () => 'Такой базы данных на сервере нет: создайте её или поправьте DATABASE_URL.',
  },
  {
    codes: ['42P01'],
    sentence: (text) =>
      `В базе данных нет таблиц этой версии (${text}): запустите «Бис» или npm run migrate, потом повторите.`,
  },
  {
    codes: ['25006'],
    sentence: () =>
      'База данных не принимает записей: это копия или у неё кончилось место. Задайте основной сервер в DATABASE_URL или верните ему запись.',
  },
  {
    codes: ['53100', '58030'],
    sentence: (text) =>
      `База данных не может писать на диск (${text}): освободите его или проверьте, исправен ли он, и запустите снова.`,
  },
  {
    codes: ['55P03'],
    sentence: () =>
      'Таблицы заняты открытой транзакцией другой программы: завершите её (она видна в pg_stat_activity) и повторите.',
  },
  {
    codes: ['57014'],
    sentence: () =>
      'База данных не успела ответить, или запрос отменили: посмотрите, чем она занята (pg_stat_activity), и повторите.',
  },
  {
    codes: ['ERR_MODULE_NOT_FOUND'],
    sentence: () =>
      'Нет сборки страниц или пакетов: запускайте через npm start, а BUILD_DIR оставьте пустым.',
  },
]

/** Why the start failed, in one sentence that says what to fix; an unknown error keeps its own text. */
export function sentenceOfStart(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (error instanceof UnfitServer || error instanceof StartRefused) return error.message
  const text = error instanceof Error ? error.message : String(error)
  const uncoded = UNCODED.find(({ pattern }) => code === '' && pattern.test(text))
  if (uncoded !== undefined) return uncoded.sentence
  const coded = CODED.find(({ codes }) => codes.includes(code))
  if (coded !== undefined) return coded.sentence(text)
  return error instanceof Error ? (error.stack ?? text) : text
}
