/**
 * Whether this is `npm run proof`, where a test may have a larger size: `const TRIALS = inProof ? 50 : 6`. The runner finds a test of that kind
 * by its import of `inProof`, or of `seeded`.
 */
export const inProof = process.env.TEST_SCOPE === 'proof'
