import type { Verification } from '@coffer/fairness'
import { useMutation } from '@tanstack/react-query'
import { BrowserFailure } from '../text/failures.ts'

const TIMEOUT_MS = 20_000

/** The path of the public proof of a round. */
export function proofPath(publicId: string): string {
  return `/fairness/rounds/${publicId}`
}

/** The verification of a round's public proof in this browser. */
export function useProof(publicId: string) {
  return useMutation({ gcTime: 0, mutationFn: () => verifyProof(publicId) })
}

/** Reads the proof as any player can, without the session, and loads the code that verifies it. */
async function verifyProof(publicId: string): Promise<Verification> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const [answer, { verifyRound }] = await Promise.all([
      fetch(proofPath(publicId), { credentials: 'omit', signal }),
      import('@coffer/fairness'),
    ])
    if (!answer.ok) throw new Error(`status ${answer.status}`)
    return verifyRound(await answer.json())
  } catch {
    throw new BrowserFailure({ what: 'The proof could not be read.', next: 'Check your connection and try again.' })
  }
}
