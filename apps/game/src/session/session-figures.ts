import { mulDivFloor } from '@coffer/contract/money'
import type { Heartbeat, NetPosition } from '@coffer/contract/play'
import { computed, signal } from '@preact/signals'
import { api } from './api.ts'
import { balanceMark, offerBalance } from './balance.ts'
import { current, phase } from './session.ts'

/** How long the session has lasted and what it has moved, as the service last said. */
export type SessionFigures = {
  readonly elapsedSeconds: number
  readonly netPosition: NetPosition | null
  /** When it was said, monotonic milliseconds. */
  readonly saidAtMs: number
}

const EVERY_MS = 60_000
const MINUTE_MS = 60_000

export const sessionFigures = signal<SessionFigures | null>(null)
/** Monotonic milliseconds, moved on while the game runs. */
const clock = signal(performance.now())
let asked = 0

/** Keeps the session alive while someone looks at the page, and what the header shows of it fresh. */
export function watchHeartbeat(): void {
  setInterval(beat, EVERY_MS)
  setInterval(() => {
    clock.value = performance.now()
  }, 1000)
  document.addEventListener('visibilitychange', beat)
}

/** Asks how the session stands, where the casino wants it shown; after money has moved, say. */
export function refreshSessionFigures(): void {
  const { sessionClock, netPosition } = current().bootstrap.presentation
  if (sessionClock || netPosition) void beat()
}

/** Keeps the session alive, and reads its balance and how it stands. */
export async function beat(): Promise<void> {
  if (document.visibilityState !== 'visible' || phase.value.name !== 'playing') return
  const mark = balanceMark()
  const mine = ++asked
  try {
    const answer = await api.call('heartbeat', {})
    offerBalance(answer.balanceMinor, mark)
    if (mine === asked) take(answer)
  } catch {
    // The next beat tries again; an ended session has already been noticed by the client.
  }
}

function take({ session, netPosition }: Heartbeat): void {
  sessionFigures.value = { elapsedSeconds: session.elapsedSeconds, netPosition, saidAtMs: performance.now() }
}

/** Whole minutes of the session; null before the service has said. */
export const sessionMinutes = computed(() => {
  const said = sessionFigures.value
  if (said === null) return null
  const sinceMs = Math.max(0, Math.floor(clock.value - said.saidAtMs))
  return mulDivFloor(said.elapsedSeconds * 1000 + sinceMs, 1, MINUTE_MS)
})
