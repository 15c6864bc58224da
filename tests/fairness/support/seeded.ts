import { inProof } from '../../support/in-proof.ts'
import { SEED_NUMBER } from '../../support/seeds.ts'

const TIMES_IN_PROOF = 20

/** The options of a fast-check run whose cases all come from TEST_SEED; fast-check prints the seed when one fails. A proof runs more cases. */
export function seeded(numRuns = 200): { seed: number; numRuns: number } {
  return { seed: SEED_NUMBER, numRuns: inProof ? numRuns * TIMES_IN_PROOF : numRuns }
}
