/** The token is a secret that has done its work: it leaves the address, and with it the history, before anything is loaded. */
const asked = new URLSearchParams(location.search)
if (asked.has('token')) {
  asked.delete('token')
  history.replaceState(history.state, '', addressWith(asked))
}

/** The language that the address asks for. */
export const askedLocale: string | null = asked.get('locale')

/** Keeps a chosen language over a reload. */
export function keepLocale(locale: string): void {
  asked.set('locale', locale)
  history.replaceState(history.state, '', addressWith(asked))
}

function addressWith(query: URLSearchParams): string {
  return query.size === 0 ? location.pathname : `${location.pathname}?${query}`
}
