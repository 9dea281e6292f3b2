/** What the button of a running concert leads to, `open`: orders are taken there. */
export const runningAction = (open: boolean): string =>
  open ? 'Заказать песню' : 'Что сейчас играет'

/** What stands beside a code that leads to the artist's page. */
export const codeCall = (open: boolean): string => (open ? 'Закажите песню' : 'Страница артиста')
