/** That the page was left while something was on its way to the service; never what. It goes when it has arrived, or when the next page was read. */
const KEPT_AS = 'coffer-kyc-on-its-way'
/** Far longer than what was sent with the last breath of a page needs to overtake the next one, which has to load first. */
const LATE_MS = 1_000

export function noteOnItsWay(): void {
  storage()?.setItem(KEPT_AS, 'yes')
}

export function noteArrived(): void {
  storage()?.removeItem(KEPT_AS)
}

/** A page that was read too early would show what was typed before, and whoever typed on would save it. */
export async function untilArrived(): Promise<void> {
  if (!storage()?.getItem(KEPT_AS)) return
  await new Promise((resolve) => setTimeout(resolve, LATE_MS))
  noteArrived()
}

/** Null in a browser that was told to keep nothing at all, which throws at the mere name. */
function storage(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}
