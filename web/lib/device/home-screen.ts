import { isApplePhone } from './apple-phone.ts'
import { readStored, writeStored } from './device-memory.ts'

const TOLD = 'home-screen-told'

export const isHomeScreenTold = (): boolean => readStored(TOLD) !== null
export const storeHomeScreenTold = (): void => writeStored(TOLD, 'true')

type Browser = Pick<Navigator, 'userAgent' | 'maxTouchPoints'> & { readonly standalone?: boolean }

/** Whether this browser takes push messages only once the page stands on its home screen. */
export const needsHomeScreen = (browser: Browser, hasPush: boolean): boolean =>
  isApplePhone(browser) && !hasPush && browser.standalone === false
