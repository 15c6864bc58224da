import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../api/api.ts'

/** Key of the pages of the audit log in the cache, and the name of its export. */
export const AUDIT_QUERY = 'audit-log'

/** One entry. `operator`: slug of the operator that the log belongs to; null for the viewer's own log. Entries never change. */
export function useAuditEntry(entryNumber: number, operator: string | null) {
  const read = useQuery({
    queryKey: ['audit-entry', operator, entryNumber],
    queryFn: async () => {
      const params = { entryNumber: `${entryNumber}` }
      return (await api.call('getAuditEntry', { params, query: { operator: operator ?? undefined } })).entry
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  return { entry: read.data ?? null, error: read.error, readAgain: () => void read.refetch() }
}

export type Verification = ReturnType<typeof useVerification>

/** The check of the log of an operator; null for the viewer's own log. */
export function useVerification(operator: string | null) {
  const check = useMutation({
    gcTime: 0,
    mutationFn: (slug: string | null) => api.call('verifyAudit', { body: slug === null ? {} : { operator: slug } }),
  })
  // A result is about one log, and is never shown with another.
  const isOfThisLog = check.variables === operator
  return {
    verify: () => check.mutate(operator),
    isBusy: isOfThisLog && check.isPending,
    verdict: (isOfThisLog && check.data) || null,
    error: isOfThisLog ? check.error : null,
  }
}
