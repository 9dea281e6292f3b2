/** What a form that works by scripts alone says to a browser without them: in the server's HTML alone. */
export function NeedsScripts() {
  return (
    <noscript>
      {import.meta.env.SSR && (
        <p role="alert">Эта форма работает только с JavaScript. Включите его в браузере.</p>
      )}
    </noscript>
  )
}
