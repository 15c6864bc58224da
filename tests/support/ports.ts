import { randomInt } from 'node:crypto'
import { isFree } from '../../scripts/run/is-free.ts'

/** Below what Linux, macOS and Windows hand out to whoever asks for any port, or connects. */
const FIRST_PORT = 20_000
const END_PORT = 32_000

/**
 * Free ports of this machine's loopback address, all different. Nobody is given one of them by chance, neither before it is used nor
 * while the program that uses it is started again.
 */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) {
    const port = randomInt(FIRST_PORT, END_PORT)
    if (await isFree(port)) ports.add(port)
  }
  return [...ports]
}
