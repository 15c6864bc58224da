import { messagesByPath, Refusal } from '../kernel/index.ts'

/** One thing that is wrong with a catalogue file: where (`boxes.2.prizes`), and what, in words. */
export type Fault = { path: string; message: string }

/** Throws a 422 that names every fault; does nothing when there is none. */
export function refuseFaults(faults: readonly Fault[]): void {
  if (faults.length === 0) return
  const fields = messagesByPath(faults.map(({ path, message }) => [path, message]))
  throw new Refusal('VALIDATION_FAILED', { fields })
}

export function faultsBelow(path: string, faults: readonly Fault[]): Fault[] {
  return faults.map((fault) => ({ path: `${path}.${fault.path}`, message: fault.message }))
}
