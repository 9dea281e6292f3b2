import { existsSync } from 'node:fs'
import { writeBackup } from '#server/platform/backup/backup-file.ts'
import { stop, withDatabase } from './own-database.ts'

const [file, ...rest] = process.argv.slice(2)
if (file === undefined || rest.length > 0)
  stop('Напишите, куда положить копию: npm run backup -- ФАЙЛ')
if (existsSync(file)) stop(`Файл «${file}» уже есть: копия не пишется поверх другой.`)

await withDatabase(async ({ sql }) => {
  const { tables, rows } = await writeBackup(sql, file, new Date())
  process.stdout.write(`Копия готова: ${file}, таблиц: ${tables}, строк: ${rows}.\n`)
  process.stdout.write('В ней ключи и личные данные: храните её так, чтобы чужие её не прочли.\n')
})
