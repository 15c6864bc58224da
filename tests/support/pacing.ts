import type { Clock, Limits, PointName } from '@coffer/service/kernel'
import { eventually } from './eventually.ts'
import type { World } from './world.ts'

/** Time as tests of the money let it pass: by the minute, and not at all. */

const MINUTE_MS = 60_000
/** Longer than any test. A wait of the wallet ends with `wallet.endWaits()`, and no limit of this length is reached on a slow machine. */
export const UNTIL_RELEASED_MS = 3_600_000

/** So many minutes, in each of which the resolver has its turn. */
export async function letPass(world: World, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    world.clock.advance(MINUTE_MS)
    await world.tick('resolver')
  }
}

/** Stops the first request that comes to a point until it is released. */
export function makeBarrier(point: PointName) {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isFirst = true
  const at = async (name: PointName) => {
    if (name !== point || !isFirst) return
    isFirst = false
    reached.resolve()
    await released.promise
  }
  return { at, reached: reached.promise, release: released.resolve }
}

/** Holds every pause of this length from now on. `reached` resolves when so many have begun. */
export function holdPauses(clock: Clock, heldMs: number, count = 1) {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { sleep } = clock
  let begunCount = 0
  clock.sleep = (ms, signal) => {
    if (ms !== heldMs) return sleep(ms, signal)
    if (++begunCount === count) reached.resolve()
    return released.promise
  }
  const release = () => {
    clock.sleep = sleep
    released.resolve()
  }
  return { reached: reached.promise, release }
}

/** Runs an action under other limits of the process and restores them afterwards. */
export async function withLimits<T>(
  { service }: Pick<World, 'service'>,
  limits: Partial<Limits>,
  act: () => Promise<T>,
): Promise<T> {
  const current = service.ctx.limits
  const before = { ...current }
  Object.assign(current, limits)
  try {
    return await act()
  } finally {
    Object.assign(current, before)
  }
}

/** Runs an action whose wallet call meets a fault without an answer, and lets the time of the call pass once the wallet has received it. */
export async function withoutAnswer<T>({ casino, clock, service }: World, act: () => Promise<T>): Promise<T> {
  const { faults } = casino.wallet
  const count = faults.length
  const answer = act()
  await eventually(() => faults.length < count, 'the wallet received the call')
  await clock.pass(service.ctx.limits.walletCallMs)
  return answer
}
