export type { Standing } from './account.ts'
export { addressName } from './address.ts'
export type { Bucket } from './bucket.ts'
export {
  initBucket,
  keyBucket,
  kycBucket,
  kycImageBucket,
  kycPageBucket,
  opensBucket,
  sessionBucket,
  signInBucket,
  strangerBucket,
} from './buckets.ts'
export { endReports } from './report.ts'
export { strangerInitPerMinute } from './stranger-limit.ts'
export { sweepBuckets } from './sweep-buckets.ts'
export { takeToken } from './take-token.ts'
