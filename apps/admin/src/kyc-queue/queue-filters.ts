import type { KycStatus } from '@coffer/contract/s2s-kyc'
import { useSearch } from 'wouter'

/** The filters and the page of the queue. They are in the address of the queue, and of a case for the way back. */
export type QueueFilters = { status: KycStatus; operator: string | null; cursor: string | null }

export const STATUSES: readonly KycStatus[] = ['SUBMITTED', 'PENDING', 'CONFIRMED', 'REJECTED']

export function readQueueFilters(search: string): QueueFilters {
  const query = new URLSearchParams(search)
  const status = STATUSES.find((one) => one === query.get('status')) ?? 'SUBMITTED'
  return { status, operator: query.get('operator'), cursor: query.get('cursor') }
}

export function useQueueFilters(): QueueFilters {
  return readQueueFilters(useSearch())
}

export const queuePath = (filters: QueueFilters) => `/kyc${searchOf(filters)}`
export const casePath = (requestId: number, filters: QueueFilters) => `/kyc/${requestId}${searchOf(filters)}`

function searchOf({ status, operator, cursor }: QueueFilters): string {
  const query = new URLSearchParams({
    ...(status !== 'SUBMITTED' && { status }),
    ...(operator && { operator }),
    ...(cursor && { cursor }),
  })
  return `${query}` === '' ? '' : `?${query}`
}
