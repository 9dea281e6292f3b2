import type { Page } from 'playwright-core'
import sharp from 'sharp'

/** A JPEG of this size, red above and blue below, so that a test can see which part of it was kept. */
export function redOverBlue(width: number, height: number): Promise<Buffer> {
  const blue = { create: { width, height: height / 2, channels: 3, background: 'blue' } } as const
  return sharp({ create: { width, height, channels: 3, background: 'red' } })
    .composite([{ input: blue, left: 0, top: height / 2 }])
    .jpeg()
    .toBuffer()
}

/** The mean red and blue of a picture, 0–255. */
export async function coloursOf(picture: Buffer): Promise<{ red: number; blue: number }> {
  const { channels } = await sharp(picture).removeAlpha().stats()
  return { red: channels[0]?.mean ?? 0, blue: channels[2]?.mean ?? 0 }
}

/** Chooses a file of the device as the musician's photo, with the settings open. */
export async function choosePhoto(page: Page, file: Buffer): Promise<void> {
  const button = page.getByRole('button', { name: 'Загрузить фото' })
  const asked = page.waitForEvent('filechooser')
  await button.focus()
  await page.keyboard.press('Enter')
  await (await asked).setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: file })
}
