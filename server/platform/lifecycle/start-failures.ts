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

/** Why the start failed, in one sentence that says what to fix; an unknown error keeps its own text. */
export function sentenceOfStart(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (error instanceof UnfitServer || error instanceof StartRefused) return error.message
  const text = error instanceof Error ? error.message : String(error)
  const uncoded = UNCODED.find(({ pattern }) => code === '' && pattern.test(text))
  if (uncoded !== undefined) return uncoded.sentence
  switch (code) {
    case 'EADDRINUSE':
      return 'Этот порт уже занят: задайте другой PORT или остановите того, кто его занял.'
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `Адрес не найден (${text}): проверьте HOST и DATABASE_URL.`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `Не хватает прав (${text}): проверьте права на DATA_DIR и номер PORT.`
    case 'EEXIST':
    case 'ENOTDIR':
      return `DATA_DIR должно быть каталогом, а там лежит файл (${text}).`
    case 'ERR_SQLITE_ERROR':
      return `Файл database.lock в DATA_DIR не закрыть от других процессов (${text}): проверьте права на него, а сетевой диск для встроенной базы не годится.`
    case 'ENOSPC':
      return 'На диске кончилось место: освободите его и запустите снова.'
    case 'ECONNREFUSED':
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EAI_AGAIN':
    case '53300':
    case '57P03':
      return 'База данных не отвечает: проверьте, что сервер PostgreSQL запущен и DATABASE_URL верен.'
    case '28P01':
    case '28000':
      return 'База данных не приняла имя или пароль: проверьте DATABASE_URL.'
    case '42501':
      return 'Роли базы данных не хватает прав: таблицы этой версии создаёт их владелец. Запустите npm run migrate с DATABASE_OWNER_URL или задайте в DATABASE_URL роль, которой принадлежат таблицы.'
    case '3D000':
      return 'Такой базы данных на сервере нет: создайте её или поправьте DATABASE_URL.'
    case 'ERR_MODULE_NOT_FOUND':
      return 'Нет сборки страниц или пакетов: запускайте через npm start, а BUILD_DIR оставьте пустым.'
    default:
      return error instanceof Error ? (error.stack ?? text) : text
  }
}
