const asked = new URLSearchParams(location.search)

/** The language that the address asks for. */
export const askedLocale: string | null = asked.get('locale')

/** The token of the link, until it was taken. */
export function linkToken(): string | null {
  return asked.get('token')
}

/** The token is a secret that has done its work: it leaves the address, and with it the history. */
export function dropLinkToken(): void {
  asked.delete('token')
  showAddress()
}

/** Keeps a chosen language over a reload. */
export function keepLocale(locale: string): void {
  asked.set('locale', locale)
  showAddress()
}

function showAddress(): void {
  history.replaceState(history.state, '', `${asked}` === '' ? location.pathname : `${location.pathname}?${asked}`)
}
