/** Where a payment continues: in a new tab, or in this one where none could be opened. */
export type PaymentTab = {
  /**
   * Opens the bank's page and returns where. In this tab it is pushed to the history, or with `replace` replaces the
   * current address.
   */
  go(url: string, here?: 'push' | 'replace'): 'tab' | 'here'
  /** There is nothing to pay: closes the blank tab; this one stays unchanged. */
  close(): void
}

/** Our page before the bank's: it knows whether the order may still be paid. */
export const payHref = (orderId: string) => `/payment/${orderId}?back=pay`

/**
 * Opens a blank tab for the bank's page. To be called in the press itself, before any await: later the browser treats
 * it as a popup.
 */
export function openPaymentTab(): PaymentTab {
  const tab = window.open('', '_blank')
  if (tab !== null) showWait(tab)
  return {
    go(url, here = 'push') {
      // Some browsers open a tab and close it at once.
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

/** Shows in the tab what it waits for, in this page's colours; the page opened there gets no access to this one. */
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
