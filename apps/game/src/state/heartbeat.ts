import { api } from './api.ts'
import { balanceMark, offerBalance } from './balance.ts'
import { phase } from './session.ts'

const EVERY_MS = 60_000

/** Keeps the session alive while someone looks at the page, and its balance fresh. */
export function watchHeartbeat(): void {
  setInterval(beat, EVERY_MS)
  document.addEventListener('visibilitychange', beat)
}

async function beat(): Promise<void> {
  if (document.visibilityState !== 'visible' || phase.value.name !== 'playing') return
  const mark = balanceMark()
  try {
    offerBalance((await api.call('heartbeat', {})).balanceMinor, mark)
  } catch {
    // The next beat tries again; an ended session has already been noticed by the client.
  }
}
