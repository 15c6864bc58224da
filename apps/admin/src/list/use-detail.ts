import { type QueryKey, useQuery } from '@tanstack/react-query'
import { ON_REQUEST } from './on-request.ts'

type Options<Data> = {
  queryKey: QueryKey
  read: () => Promise<Data>
  /** False while staff of the platform have to choose an operator. */
  isEnabled: boolean
}

/** The data of a detail screen. It is read again only on request. */
export function useDetail<Data>({ queryKey, read, isEnabled }: Options<Data>) {
  const query = useQuery({ queryKey, queryFn: read, enabled: isEnabled, ...ON_REQUEST })
  return {
    data: query.data ?? null,
    readError: query.error,
    isReading: query.isFetching,
    readAt: query.data === undefined ? null : new Date(query.dataUpdatedAt).toISOString(),
    /** Reads the data again; null when that failed. */
    readAgain: async (): Promise<Data | null> => {
      const { data, isSuccess } = await query.refetch()
      return isSuccess ? data : null
    },
  }
}
