import { accessSync, constants, existsSync, statSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { readConfig } from '#server/config/config.ts'
import { writeBackup } from '#server/platform/backup/backup-file.ts'
import { stop, withDatabase } from './own-database.ts'

const [file, ...rest] = process.argv.slice(2).filter((word) => word !== '--new-key')
const newKey = process.argv.includes('--new-key')
if (file === undefined || rest.length > 0)
  stop(
    'Напишите, куда положить копию: npm run backup -- ФАЙЛ (или --new-key ФАЙЛ: сделать ключи для копий)',
  )
if (existsSync(file)) stop(`Файл «${file}» уже есть: поверх него ничего не пишется.`)
if (file.endsWith('/')) stop(`«${file}» — папка: допишите имя файла.`)
const folder = dirname(resolve(file))
if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
  stop(`Папки «${folder}» нет: создайте её или назовите файл в другой.`)
try {
  accessSync(folder, constants.W_OK)
} catch {
  stop(`В папку «${folder}» писать нельзя: дайте на неё права или назовите файл в другой.`)
}

if (newKey) {
  const identity = await generateIdentity()
  const key = await identityToRecipient(identity)
  writeFileSync(file, `# public key: ${key}\n${identity}\n`, { flag: 'wx', mode: 0o600 })
  process.stdout.write(
    `Закрытый ключ: ${file}. Храните его не на этой машине: без него копии не открыть.\nBACKUP_KEY=${key}\n`,
  )
  process.exit(0)
}

await withDatabase(async ({ sql }) => {
  const { backupKey } = readConfig(process.env)
  const { tables, rows } = await writeBackup(sql, file, new Date(), backupKey)
  process.stdout.write(`Копия готова: ${file}, таблиц: ${tables}, строк: ${rows}.\n`)
  process.stdout.write(
    backupKey === null
      ? 'В ней ключи и личные данные: храните её так, чтобы чужие её не прочли, или задайте BACKUP_KEY.\n'
      : 'Она зашифрована: откроет её только закрытый ключ.\n',
  )
})
