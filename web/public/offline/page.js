let tapped
try {
  tapped = sessionStorage.tapped
} catch {}
addEventListener('online', () => (tapped ? location.replace(tapped) : location.reload()))
