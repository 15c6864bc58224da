/** Options of data that is read again only on request, and that leaves memory with the screen. */
export const ON_REQUEST = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const
