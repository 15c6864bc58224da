import { simulateOpens } from './simulate-opens.ts'
import type { SimulationInput, SimulationMessage } from './simulation.ts'

const send = (message: SimulationMessage) => postMessage(message)

/** A worker that simulates one version, so that the page stays responsive. */
addEventListener('message', ({ data }: MessageEvent<SimulationInput>) => {
  const simulation = simulateOpens(data, { onProgress: (opens) => send({ kind: 'progress', opens }) })
  send({ kind: 'result', simulation })
})
