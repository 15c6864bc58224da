import { availableParallelism } from 'node:os'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { countDraws, type Tally } from '@coffer/fairness/simd'

/** With fewer draws for each, the workers take longer to start than they save. */
const DRAWS_OF_A_WORKER = 1_000_000

/** What `countDraws` counts, on as many cores as there are draws for. */
export async function countOnAllCores(tally: Tally): Promise<number[]> {
  const drawCount = tally.runs.reduce((sum, { count }) => sum + count, 0)
  const workerCount = Math.min(availableParallelism(), Math.floor(drawCount / DRAWS_OF_A_WORKER))
  return workerCount < 2 ? countDraws(tally) : countInWorkers(tally, workerCount)
}

/** Each worker counts as many of the runs, and it does not matter who counts which. */
export async function countInWorkers({ runs, ends }: Tally, workerCount: number): Promise<number[]> {
  const share = Math.ceil(runs.length / workerCount)
  const parts = Array.from({ length: workerCount }, (_, index) => runs.slice(index * share, (index + 1) * share))
  const counts = await Promise.all(parts.map((part) => countInWorker({ runs: part, ends })))
  return ends.map((_, slot) => counts.reduce((sum, part) => sum + part[slot]!, 0))
}

type Work = { toCount: Tally }

function countInWorker(toCount: Tally): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { toCount } satisfies Work })
    worker.once('message', resolve).once('error', reject)
    worker.once('exit', () => reject(new Error('A worker ended before it had counted')))
  })
}

// A worker runs this very file.
const work: Partial<Work> | null = workerData
if (work?.toCount) parentPort?.postMessage(countDraws(work.toCount))
