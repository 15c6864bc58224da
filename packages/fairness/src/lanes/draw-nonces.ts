import { acceptedBelow, assertDrawable, type DrawInput, draw, drawMessage } from '../draw.ts'
import { HmacLanes, LANES } from './hmac-lanes.ts'

/** The draws of one reel of a seed pair: of so many nonces, from `nonce` on. `hmac` serves what the vectors do not. */
export type NonceRun = DrawInput & { count: number }

const WORD_COUNT = 8

let ownLanes: HmacLanes | null | undefined

/**
 * What `draw` gives for each nonce in turn, many times as fast: four at once, by the vectors of WebAssembly. Where there are none, `draw`
 * gives it.
 *
 * @throws RangeError when something is not of its form
 */
export function drawNonces(run: NonceRun): Uint32Array {
  if (ownLanes === undefined) ownLanes = HmacLanes.make()
  assertRun(run)
  const draws = new Uint32Array(run.count)
  if (ownLanes === null) return draws.map((_, index) => draw({ ...run, nonce: run.nonce + index }))
  ownLanes.setKey(run.serverSeed)
  const end = run.nonce + run.count
  for (let nonce = run.nonce; nonce < end; ) {
    const next = Math.min(end, 10 ** digitCountOf(nonce))
    drawAlike(ownLanes, { ...run, nonce }, draws.subarray(nonce - run.nonce, next - run.nonce))
    nonce = next
  }
  return draws
}

function assertRun(run: NonceRun): void {
  assertDrawable(run)
  if (!Number.isSafeInteger(run.count) || run.count < 0) throw new RangeError('The count is not a whole number from 0')
  if (run.count > 0) assertDrawable({ ...run, nonce: run.nonce + (run.count - 1) })
}

function digitCountOf(nonce: number): number {
  return String(nonce).length
}

/** All nonces have as many digits as the first, so all messages are as long, and differ in these digits alone. */
function drawAlike(lanes: HmacLanes, run: DrawInput, draws: Uint32Array): void {
  const { clientSeed, nonce, total } = run
  const limit = acceptedBelow(total)
  const start = clientSeed.length + 1
  const end = start + digitCountOf(nonce)
  lanes.setMessage(drawMessage(run), start)
  for (let lane = 0; lane < LANES; lane += 1) lanes.addTo(lane, start, end, lane)
  for (let first = 0; first < draws.length; first += LANES) {
    lanes.digest()
    const used = Math.min(LANES, draws.length - first)
    for (let lane = 0; lane < used; lane += 1) {
      const word = firstWordBelow(limit, lanes, lane)
      draws[first + lane] = word === undefined ? draw({ ...run, nonce: nonce + first + lane }) : word % total
    }
    for (let lane = 0; lane < LANES; lane += 1) lanes.addTo(lane, start, end, LANES)
  }
}

/** Undefined where the message has to be extended. */
function firstWordBelow(limit: number, lanes: HmacLanes, lane: number): number | undefined {
  for (let index = 0; index < WORD_COUNT; index += 1) {
    const word = lanes.wordOf(lane, index)
    if (word < limit) return word
  }
  return undefined
}
