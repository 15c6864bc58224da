import type { Clock, Limits } from '../kernel/index.ts'

/**
 * What stands between us and one operator's wallet, in one process: so many calls at once, and a breaker that opens after many
 * calls in a row without a usable reply, lets one real call through from time to time, and closes on the first usable one.
 * A call that is held back was never sent, so one dead wallet costs nothing but its own calls.
 */
export type Gate = {
  /** Why a call would be held back now; null when it would not. Takes nothing, so that a question costs the wallet no try. */
  heldBack(): string | null
  /** True while the breaker holds calls back. */
  isOpen(): boolean
  /** Null: go on, and say afterwards what came of it. Otherwise why the call is held back. */
  enter(): string | null
  /** Says what became of the breaker with this reply, when anything did. A call that we dropped ourselves says nothing of the wallet. */
  leave(reply: 'usable' | 'useless' | 'dropped'): 'opened' | 'closed' | null
}

type GateLimits = Pick<Limits, 'breakerFailuresCount' | 'breakerProbeMs'> & { callsCount: number }

export function makeGate(clock: Pick<Clock, 'mono'>, limits: GateLimits): Gate {
  let inFlight = 0
  let failures = 0
  let probedAt = Number.NEGATIVE_INFINITY
  const isOpen = () => failures >= limits.breakerFailuresCount
  const heldBack = () => {
    if (inFlight >= limits.callsCount) return 'too many calls to this wallet at once'
    if (isOpen() && clock.mono() - probedAt < limits.breakerProbeMs) return 'this wallet has not answered lately'
    return null
  }
  return {
    heldBack,
    isOpen,
    enter() {
      const reason = heldBack()
      if (reason !== null) return reason
      if (isOpen()) probedAt = clock.mono()
      inFlight += 1
      return null
    },
    leave(reply) {
      const wasOpen = isOpen()
      inFlight -= 1
      if (reply === 'dropped') return null
      failures = reply === 'usable' ? 0 : failures + 1
      if (isOpen() === wasOpen) return null
      if (isOpen()) probedAt = clock.mono()
      return isOpen() ? 'opened' : 'closed'
    },
  }
}
