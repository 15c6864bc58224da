import type { AdminBoxVersion } from '@coffer/contract/admin'

/** Two versions in the order in which they were published. */
export type VersionPair = { readonly from: AdminBoxVersion; readonly to: AdminBoxVersion }

export function inOrder(one: AdminBoxVersion, other: AdminBoxVersion): VersionPair {
  return one.versionNumber < other.versionNumber ? { from: one, to: other } : { from: other, to: one }
}
