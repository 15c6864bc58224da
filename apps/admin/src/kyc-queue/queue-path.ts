import { KYC_LIST } from '@coffer/contract/list'
import { type AddressState, queryStringOf, readAddress } from '../list/list-state.ts'

/** Key of the pages of verifications in the cache, and the name of the exported file. */
export const KYC_QUERY = 'verifications'

/** The state of the list of verifications in the query of an address. Only staff of the platform see them. */
export function readQueueAddress(search: string): AddressState {
  return readAddress(KYC_LIST, search, true)
}

/** The path of the list, or of one verification in it. */
export function queuePath(address: AddressState, requestId?: number): string {
  return `/kyc${requestId === undefined ? '' : `/${requestId}`}${queryStringOf(KYC_LIST, address)}`
}
