import { randomSeed } from '@coffer/web'
import { useEffect, useRef, useState } from 'react'
import type { SimulatedVersion, Simulation, SimulationInput, SimulationMessage } from './simulation.ts'

/** A simulation that was finished, and its version. */
export type SimulationResult = { readonly version: SimulatedVersion; readonly simulation: Simulation }

export type SimulationState = {
  readonly status: 'idle' | 'running' | 'failed' | 'done'
  /** Opens of the simulation that runs so far. */
  readonly opens: number
  /** The newest result, which is also shown while the next simulation runs. Null before the first. */
  readonly result: SimulationResult | null
}

/** Simulates one version at a time in a worker. The editor holds the result, so that a review does not discard it. */
export function useSimulation() {
  const [state, setState] = useState<SimulationState>({ status: 'idle', opens: 0, result: null })
  const worker = useRef<Worker | null>(null)
  const stop = () => {
    worker.current?.terminate()
    worker.current = null
  }
  useEffect(() => () => worker.current?.terminate(), [])
  const start = (version: SimulatedVersion) => {
    stop()
    const started = new Worker(new URL('./simulation-worker.ts', import.meta.url), { type: 'module' })
    worker.current = started
    setState((before) => ({ ...before, status: 'running', opens: 0 }))
    const fail = () => {
      if (worker.current !== started) return
      stop()
      setState((before) => ({ ...before, status: 'failed' }))
    }
    started.addEventListener('error', fail)
    started.addEventListener('messageerror', fail)
    started.addEventListener('message', ({ data }: MessageEvent<SimulationMessage>) => {
      // A message of a worker that was stopped may have been under way.
      if (worker.current !== started) return
      if (data.kind === 'progress') {
        setState((before) => ({ ...before, opens: data.opens }))
        return
      }
      stop()
      setState((before) => ({ ...before, status: 'done', result: { version, simulation: data.simulation } }))
    })
    const input: SimulationInput = { ...version, serverSeed: randomSeed(), clientSeed: randomSeed() }
    started.postMessage(input)
  }
  const cancel = () => {
    stop()
    setState((before) => ({ ...before, status: 'idle' }))
  }
  return { state, start, cancel }
}

export type SimulationRun = ReturnType<typeof useSimulation>
