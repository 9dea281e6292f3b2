/** What a form that works by scripts alone says to a browser without them. */
export function NeedsScripts() {
  return (
    <noscript>
      <p role="alert">Эта форма работает только с JavaScript. Включите его в браузере.</p>
    </noscript>
  )
}
