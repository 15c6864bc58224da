import { SEED_NUMBER } from '../../support/seeds.ts'

/** The options of a fast-check run whose cases all come from TEST_SEED; fast-check prints the seed when one fails. */
export function seeded(numRuns = 200): { seed: number; numRuns: number } {
  return { seed: SEED_NUMBER, numRuns }
}
