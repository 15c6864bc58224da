import { sha256Hex } from '@coffer/fairness'

/** What the launch of this frame is known by: the SHA-256 of its token, or null. */
let name: string | null = null
export const launchName = () => name

/**
 * Takes the launch token out of the address; null when there is none. The token is a secret: it leaves the address, and with it the
 * history, before anything else happens. Its SHA-256 stays with each entry of the frame's history, so that a reload knows its launch.
 */
export function takeLaunchToken(): string | null {
  const token = /[#&]token=(lt_[\w-]+)/.exec(location.hash)?.[1] ?? null
  if (token !== null) history.replaceState({ launch: sha256Hex(token) }, '', location.pathname + location.search)
  name = history.state?.launch ?? null
  addEventListener('hashchange', () => history.replaceState({ launch: name }, ''))
  return token
}
