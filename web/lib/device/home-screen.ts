import { readStored, writeStored } from './device-memory.ts'

const TOLD = 'home-screen-told'

export const isHomeScreenTold = (): boolean => readStored(TOLD) !== null
export const storeHomeScreenTold = (): void => writeStored(TOLD, 'true')

type Browser = Pick<Navigator, 'userAgent' | 'maxTouchPoints'> & { readonly standalone?: boolean }

/** Whether this browser takes push messages only once the page stands on its home screen: an iPhone's and an iPad's, which calls itself a Mac. */
export function needsHomeScreen(browser: Browser, hasPush: boolean): boolean {
  const { userAgent, maxTouchPoints, standalone } = browser
  const isApple =
    /iPhone|iPad|iPod/u.test(userAgent) || (/Macintosh/u.test(userAgent) && maxTouchPoints > 1)
  return isApple && !hasPush && standalone === false
}
