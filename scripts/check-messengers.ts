import { BadConfig, readConfig } from '#server/config/config.ts'
import { messengersOf } from '#server/integrations/messengers/messengers.ts'
import { stop } from './own-database.ts'

/** Says of each configured messenger whether its token works. */
async function checkMessengers(): Promise<void> {
  const messengers = messengersOf(readConfig(process.env).messengers)
  if (messengers.size === 0) {
    process.stdout.write(
      'Ни один мессенджер не задан: MAX_TOKEN, TELEGRAM_TOKEN и VK_TOKEN пусты.\n',
    )
    return
  }
  for (const messenger of messengers.values()) {
    const trouble = await messenger.trouble()
    process.stdout.write(`${messenger.botName}: ${trouble ?? 'всё в порядке.'}\n`)
    if (trouble !== null) process.exitCode = 1
  }
}

try {
  await checkMessengers()
} catch (error) {
  if (!(error instanceof BadConfig)) throw error
  stop(error.message)
}
