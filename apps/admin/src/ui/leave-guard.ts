import type { AroundNavHandler } from 'wouter'

type Ask = (leave: () => void) => void

/** Asks before the screen is left; null while leaving loses nothing. */
let ask: Ask | null = null

/** Sets how the user is asked before the screen is left; null while leaving loses nothing. */
export function setLeaveGuard(guard: Ask | null): void {
  ask = guard
}

/** Navigates inside the app, after asking if something would be lost. The history of the browser is not guarded. */
export const navigateGuarded: AroundNavHandler = (navigate, to, options) => {
  if (ask === null) navigate(to, options)
  else ask(() => navigate(to, options))
}
