import type { ErrorCode } from '@coffer/contract/errors'
import { doorErrors } from './door-errors.ts'
import { playErrors } from './play-errors.ts'
import { shippingErrors } from './shipping-errors.ts'
import type { Provokers } from './told.ts'
import { upgraderErrors } from './upgrader-errors.ts'
import { vaultErrors } from './vault-errors.ts'

/** A real request for each code of the contract. A code without one is a type error here. */
export const PROVOKERS: Record<ErrorCode, Provokers> = {
  ...doorErrors,
  ...playErrors,
  ...vaultErrors,
  ...shippingErrors,
  ...upgraderErrors,
}
