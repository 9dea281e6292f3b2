let tapped
try {
  // The tap may be of another page: a tab that was opened from it has a copy.
  if (sessionStorage.tappedOn === location.href) tapped = sessionStorage.tapped
} catch {}
const leave = () => {
  clearInterval(poll)
  if (tapped) location.replace(tapped)
  else location.reload()
}
const ask = async () => {
  if (document.hidden) return
  const signal = AbortSignal.timeout?.(3500)
  const { ok } = await fetch('/healthz', { cache: 'no-store', signal })
  if (ok) leave()
}
// At a Wi-Fi without internet the browser reports that it is online all the time.
const poll = setInterval(() => ask().catch(() => undefined), 4000)
addEventListener('online', leave)
