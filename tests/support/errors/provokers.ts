import { ERROR_CODES, type ErrorCode } from '@coffer/contract/errors'
import { adminErrors } from './admin-errors.ts'
import { boxErrors } from './box-errors.ts'
import { doorErrors } from './door-errors.ts'
import { itemErrors } from './item-errors.ts'
import { kycErrors } from './kyc-errors.ts'
import { pageErrors } from './page-errors.ts'
import { passkeyErrors } from './passkey-errors.ts'
import { playErrors } from './play-errors.ts'
import type { Provokers, ProvokersOf } from './refused.ts'
import { shippingErrors } from './shipping-errors.ts'
import { upgraderErrors } from './upgrader-errors.ts'
import { vaultErrors } from './vault-errors.ts'
import { webhookErrors } from './webhook-errors.ts'

/** A code without a request is a type error here. */
const EVERY: Record<ErrorCode, Provokers> = {
  ...doorErrors,
  ...playErrors,
  ...vaultErrors,
  ...boxErrors,
  ...itemErrors,
  ...shippingErrors,
  ...upgraderErrors,
  ...kycErrors,
  ...adminErrors,
  ...webhookErrors,
  ...passkeyErrors,
}
const ON_PAGES: ProvokersOf = pageErrors

/** A real request for each code of the contract, on each surface that can refuse with it. */
export const PROVOKERS = Object.fromEntries(
  ERROR_CODES.map((code) => [code, { ...EVERY[code], ...ON_PAGES[code] }]),
) as Record<ErrorCode, Provokers>
