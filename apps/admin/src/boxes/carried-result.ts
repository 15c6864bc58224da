type State = { readonly result?: unknown } | null

/** The state of a history entry whose screen shows the result of an action of the screen before it. */
export function carriedResult(result: string) {
  return { result }
}

/** The result that the screen before has left; null when there is none. It is removed, so that going back does not show it again. */
export function takeCarriedResult(): string | null {
  const state: State = history.state
  if (typeof state?.result !== 'string') return null
  history.replaceState(null, '')
  return state.result
}
