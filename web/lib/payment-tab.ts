/** Where a payment goes on: a tab of its own, or this one where a new tab was not to be had. */
export type PaymentTab = {
  /** Leads to the bank's page. */
  go(url: string): void
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
    go(url) {
      // Some browsers hand out a tab and close it at once.
      if (tab === null || tab.closed) window.location.assign(url)
      else tab.location.replace(url)
    },
    close() {
      tab?.close()
    },
  }
}

/** The tab says what it waits for, and the page that comes there cannot reach back into this one. */
function showWait(tab: Window) {
  tab.opener = null
  tab.document.title = 'Бис'
  tab.document.body.textContent = 'Открываем страницу оплаты…'
}
