type Browser = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>

/** Whether this is an iPhone or an iPad, which calls itself a Mac. */
export const isApplePhone = ({ userAgent, maxTouchPoints }: Browser): boolean =>
  /iPhone|iPad|iPod/u.test(userAgent) || (/Macintosh/u.test(userAgent) && maxTouchPoints > 1)
