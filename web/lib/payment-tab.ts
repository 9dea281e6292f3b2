/** Where a payment goes on: a tab of its own, or this one where a new tab was not to be had. */
export type PaymentTab = {
  /**
   * Leads to the bank's page and says where it opens. In this tab it comes after the address that is
   * open, or with `replace` in its place.
   */
  go(url: string, here?: 'push' | 'replace'): 'tab' | 'here'
  /** There is nothing to pay: the blank tab goes away, this one stays as it is. */
  close(): void
}

/**
 * Opens a blank tab for the bank's page. To be called inside the press itself, before anything is
 * waited for: later the browser takes it for a window that nobody asked for.
 */
export function openPaymentTab(): PaymentTab {
  const tab = window.open('', '_blank')
  if (tab !== null) showWait(tab)
  return {
    go(url, here = 'push') {
      // Some browsers hand out a tab and close it at once.
      if (tab !== null && !tab.closed) {
        tab.location.replace(url)
        return 'tab'
      }
      if (here === 'replace') window.location.replace(url)
      else window.location.assign(url)
      return 'here'
    },
    close() {
      tab?.close()
    },
  }
}

/** The tab says what it waits for, in the light of this page; what comes there cannot reach back into this one. */
function showWait(tab: Window) {
  tab.opener = null
  const { head, body } = tab.document
  const viewport = tab.document.createElement('meta')
  viewport.name = 'viewport'
  viewport.content = 'width=device-width,initial-scale=1'
  head.append(viewport)
  tab.document.title = 'Бис'
  const { backgroundColor, color } = getComputedStyle(document.body)
  Object.assign(body.style, { backgroundColor, color, margin: '24px', font: '19px sans-serif' })
  body.textContent = 'Открываем страницу оплаты…'
}
