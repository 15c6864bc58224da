import type { AdminRound } from '@coffer/contract/admin'
import type { Check, Verification } from '@coffer/fairness'
import { useMutation } from '@tanstack/react-query'
import { BrowserFailure } from '../text/failures.ts'

const TIMEOUT_MS = 20_000

/** The path of the public proof of a round. */
export function proofPath(publicId: string): string {
  return `/fairness/rounds/${publicId}`
}

/** The verification of a round's public proof in this browser. */
export function useProof(round: AdminRound) {
  return useMutation({ gcTime: 0, mutationFn: () => verifyProof(round) })
}

/** Reads the proof as any player can, without the session, and loads the code that verifies it. */
async function verifyProof(round: AdminRound): Promise<Verification> {
  const [proof, { verifyRound }] = await Promise.all([readProof(round.publicId), loadVerifier()])
  const { status, checks } = verifyRound(proof)
  const own = [shownRound(round, proof)]
  const isShown = own.every(({ ok }) => ok)
  return { status: isShown ? status : 'failed', ok: isShown && status === 'verified', checks: [...own, ...checks] }
}

async function readProof(publicId: string): Promise<unknown> {
  const what = 'The proof could not be read.'
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const answer = await fetch(proofPath(publicId), { credentials: 'omit', signal }).catch(() => {
    throw new BrowserFailure({ what, next: 'Check your connection and try again.' })
  })
  if (!answer.ok)
    throw new BrowserFailure({ what, next: `The answer has the status ${answer.status}. Try again later.` })
  // An answer that is not JSON is no proof, and fails its first check.
  return answer.json().catch(() => null)
}

async function loadVerifier() {
  return import('@coffer/fairness').catch(() => {
    const what = 'The verifier could not be loaded.'
    throw new BrowserFailure({ what, next: 'Check your connection, load the page again and try again.' })
  })
}

type Shown = { round?: { publicId?: unknown; reels?: { rawDraw?: unknown; result?: { name?: unknown } | null }[] } }

/** The check that the proof is of the round on the screen, with the same draws and prizes. A valid proof of another round fails it. */
function shownRound({ publicId, draws, upgrade, prizes }: AdminRound, proof: unknown): Check {
  const drawn =
    upgrade === null
      ? draws.map(({ rawDraw, itemName }) => `${rawDraw} ${itemName}`)
      : [`${upgrade.rolledBps} ${prizes[0] ?? 'no prize'}`]
  const found = (proof as Shown | null)?.round
  const reels = Array.isArray(found?.reels) ? found.reels : []
  const expected = [publicId, ...drawn].join(', ')
  const actual = [found?.publicId, ...reels.map((reel) => `${reel?.rawDraw} ${reel?.result?.name ?? 'no prize'}`)].join(
    ', ',
  )
  return { kind: 'readable', name: 'The proof is of the round shown here', ok: expected === actual, expected, actual }
}
