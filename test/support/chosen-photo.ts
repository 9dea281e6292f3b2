import type { Page } from 'playwright-core'
import sharp from 'sharp'

/** A JPEG of this size, red above and blue below, so that it can be seen what of it was kept. */
export function redOverBlue(width: number, height: number): Promise<Buffer> {
  const blue = { create: { width, height: height / 2, channels: 3, background: 'blue' } } as const
  return sharp({ create: { width, height, channels: 3, background: 'red' } })
    .composite([{ input: blue, left: 0, top: height / 2 }])
    .jpeg()
    .toBuffer()
}

/** How red and how blue a picture is on the whole, 0–255. */
export async function coloursOf(picture: Buffer): Promise<{ red: number; blue: number }> {
  const { channels } = await sharp(picture).removeAlpha().stats()
  return { red: channels[0]?.mean ?? 0, blue: channels[2]?.mean ?? 0 }
}

/** The musician has the settings open and chooses a file of the device for a photo. */
export async function choosePhoto(page: Page, file: Buffer): Promise<void> {
  const button = page.getByRole('button', { name: 'Загрузить фото' })
  const asked = page.waitForEvent('filechooser')
  await button.focus()
  await page.keyboard.press('Enter')
  await (await asked).setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: file })
}
