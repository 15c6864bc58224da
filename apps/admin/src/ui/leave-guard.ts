import type { AroundNavHandler } from 'wouter'

type Ask = (leave: () => void) => void

/** Asks before the screen is left; null while leaving loses nothing. */
let ask: Ask | null = null

/** Sets how the user is asked before the screen is left; null while leaving loses nothing. */
export function setLeaveGuard(guard: Ask | null): void {
  ask = guard
}

/** Navigates inside the app, after asking if something would be lost. A back stop does not stay in the history. */
export const navigateGuarded: AroundNavHandler = (navigate, to, options) => {
  const leave = () => navigate(to, isBackStop() ? { ...options, replace: true } : options)
  if (ask === null) leave()
  else ask(leave)
}

/** True at a back stop: a second history entry of a screen, so that the browser's Back leads to its first one and can be asked about. */
export function isBackStop(): boolean {
  const state: { readonly isBackStop?: unknown } | null = history.state
  return state?.isBackStop === true
}

/** Adds a back stop, unless the current entry is one. */
export function addBackStop(): void {
  if (!isBackStop()) history.pushState({ ...history.state, isBackStop: true }, '')
}
