const LONGEST_MS = 5000

const failed = new Set<HTMLLinkElement>()

function noteFailure({ target }: Event) {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target)
}

// A link says that it failed to itself alone, and only at that moment.
if (typeof document !== 'undefined') document.addEventListener('error', noteFailure, true)

/** Comes to its end with the link: come or lost once more. */
function asked(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve) => {
    for (const end of ['load', 'error']) link.addEventListener(end, () => resolve())
    setTimeout(resolve, LONGEST_MS)
  })
}

/** Asks again for the stylesheets that a lost network kept back: a part that is asked for anew brings its scripts alone. */
export async function retryStylesheets(): Promise<void> {
  const links = [...failed].filter(({ isConnected }) => isConnected)
  failed.clear()
  const fresh = links.map((link) => {
    const again = document.createElement('link')
    again.rel = 'stylesheet'
    again.href = link.href
    link.replaceWith(again)
    return again
  })
  await Promise.all(fresh.map(asked))
}
