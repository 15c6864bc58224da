import { useEffect, useRef, useState } from 'react'
import type { SimulatedVersion, Simulation, SimulationInput, SimulationMessage } from './simulation.ts'

/** A simulation that was finished, and its version. */
export type SimulationResult = { readonly version: SimulatedVersion; readonly simulation: Simulation }

/** The state of the simulation. `former`: the last result before, which is still shown. */
export type SimulationState =
  | { readonly kind: 'idle' | 'failed'; readonly former: SimulationResult | null }
  | { readonly kind: 'running'; readonly opens: number; readonly former: SimulationResult | null }
  | { readonly kind: 'done'; readonly result: SimulationResult }

/** The newest result; null before the first. */
export function resultOf(state: SimulationState): SimulationResult | null {
  return state.kind === 'done' ? state.result : state.former
}

/** Simulates one version at a time in a worker. Both steps of the editor keep it. */
export function useSimulation() {
  const [state, setState] = useState<SimulationState>({ kind: 'idle', former: null })
  const current = useRef<Worker | null>(null)
  const stop = () => {
    current.current?.terminate()
    current.current = null
  }
  useEffect(() => () => current.current?.terminate(), [])
  const start = (version: SimulatedVersion) => {
    stop()
    const worker = new Worker(new URL('./simulation-worker.ts', import.meta.url), { type: 'module' })
    current.current = worker
    setState((before) => ({ kind: 'running', opens: 0, former: resultOf(before) }))
    const fail = () => {
      if (current.current !== worker) return
      stop()
      setState((before) => ({ kind: 'failed', former: resultOf(before) }))
    }
    worker.addEventListener('error', fail)
    worker.addEventListener('messageerror', fail)
    worker.addEventListener('message', ({ data }: MessageEvent<SimulationMessage>) => {
      // A message of a worker that was stopped may have been under way.
      if (current.current !== worker) return
      if (data.kind === 'progress') {
        setState((before) => ({ kind: 'running', opens: data.opens, former: resultOf(before) }))
        return
      }
      stop()
      setState({ kind: 'done', result: { version, simulation: data.simulation } })
    })
    worker.postMessage({ ...version, serverSeed: newSeed(), clientSeed: CLIENT_SEED } satisfies SimulationInput)
  }
  const cancel = () => {
    stop()
    setState((before) => ({ kind: 'idle', former: resultOf(before) }))
  }
  return { state, start, cancel }
}

export type SimulationRun = ReturnType<typeof useSimulation>

/** The server seed alone makes simulations differ. */
const CLIENT_SEED = 'simulation'
const SEED_BYTES = 32

/** Random bytes in hexadecimal digits, as rounds have them. */
function newSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SEED_BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
