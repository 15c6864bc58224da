import type { Clock, Limits } from '../kernel/index.ts'

/**
 * What stands between us and one operator's wallet, in one process: so many calls at once, and a breaker that opens after many
 * calls in a row without a usable reply, lets one real call through from time to time, and closes on the first usable one.
 * A call that is held back was never sent, so one dead wallet costs nothing but its own calls.
 */
export type Gate = {
  /** Null: go on, and say afterwards what came of it. Otherwise why the call is held back. */
  enter(): string | null
  leave(usableReply: boolean): void
}

type GateLimits = Pick<Limits, 'walletCallsCount' | 'breakerFailuresCount' | 'breakerProbeMs'>

export function makeGate(clock: Pick<Clock, 'mono'>, limits: GateLimits): Gate {
  let inFlight = 0
  let failures = 0
  let probedAt = Number.NEGATIVE_INFINITY
  const isOpen = () => failures >= limits.breakerFailuresCount
  return {
    enter() {
      if (inFlight >= limits.walletCallsCount) return 'too many calls to this wallet at once'
      if (isOpen()) {
        if (clock.mono() - probedAt < limits.breakerProbeMs) return 'this wallet has not answered lately'
        probedAt = clock.mono()
      }
      inFlight += 1
      return null
    },
    leave(usableReply) {
      inFlight -= 1
      failures = usableReply ? 0 : failures + 1
      if (failures === limits.breakerFailuresCount) probedAt = clock.mono()
    },
  }
}
