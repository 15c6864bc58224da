/** Randomness comes from here only, so that a test can repeat it. */
export type Random = {
  bytes(count: number): Buffer
}
