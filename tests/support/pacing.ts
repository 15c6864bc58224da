import type { PointName } from '@coffer/service/kernel'
import type { World } from './world.ts'

/** Time as tests of the money let it pass: by the minute, and not at all. */

const MINUTE_MS = 60_000

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
