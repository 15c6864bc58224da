export type { LimitState } from './account.ts'
export { addressName } from './address.ts'
export type { Bucket } from './bucket.ts'
export {
  initBucket,
  keyBucket,
  kycBucket,
  kycImageBucket,
  kycPageBucket,
  opensBucket,
  rotationBucket,
  sessionBucket,
  signInBucket,
  staffBucket,
  staffChangeBucket,
} from './buckets.ts'
export { endReports } from './report.ts'
export { giveLookBack, strangerLimitState, takeLook } from './strangers.ts'
export { sweepBuckets } from './sweep-buckets.ts'
export { takeToken } from './take-token.ts'
