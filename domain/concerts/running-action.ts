/** What the button of a running concert leads to, `open`: orders are taken there. */
export const runningAction = (open: boolean): string =>
  open ? 'Заказать песню' : 'Что сейчас играет'
