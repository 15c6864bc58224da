import { eraseExpiredKyc, sweepKycImages } from '../kyc/index.ts'
import type { Context } from '../platform/index.ts'

/** Erases what was kept long enough, and removes the photos that nobody needs any more. Returns how much it looked at. */
export async function runKeepKyc(ctx: Context): Promise<number> {
  return (await eraseExpiredKyc(ctx)) + (await sweepKycImages(ctx))
}
