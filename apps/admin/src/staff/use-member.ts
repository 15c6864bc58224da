import type { StaffRole } from '@coffer/contract/permissions'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Answer, api } from '../api/api.ts'

/** Key of the lists of staff in the cache. */
export const STAFF_QUERY = 'staff'
const MEMBER_QUERY = 'staff-member'

export type Member = Answer<'getStaff'>
export type MemberChanges = Omit<ReturnType<typeof useMember>, 'member' | 'readError' | 'readAgain'>
export type LoginLink = Answer<'createStaffLink'>['link']

/** A member of staff with their sessions, and the changes of both. */
export function useMember(staffId: number) {
  const client = useQueryClient()
  const queryKey = [MEMBER_QUERY, staffId]
  const params = { staffId: `${staffId}` }
  const read = useQuery({ queryKey, queryFn: () => api.call('getStaff', { params }), refetchOnWindowFocus: false })
  const change = useMutation({
    // Runs one change at a time, so that an older response cannot replace a newer one.
    scope: { id: `staff-${staffId}` },
    mutationFn: (send: () => Promise<Member>) => send(),
    onSuccess: async (member) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, member)
      void client.invalidateQueries({ queryKey: [STAFF_QUERY] })
    },
  })
  /** True when the change was made; otherwise `error` is set. */
  const run = (send: () => Promise<Member>) =>
    change.mutateAsync(send).then(
      () => true,
      () => false,
    )
  return {
    member: read.data ?? null,
    readError: read.error,
    readAgain: () => void read.refetch(),
    error: change.error,
    isBusy: change.isPending,
    clearError: change.reset,
    grantRoles: (roles: StaffRole[] | null) => run(() => api.call('grantStaffRoles', { params, body: { roles } })),
    disable: () => run(() => api.call('disableStaff', { params })),
    enable: () => run(() => api.call('enableStaff', { params })),
    endSession: (sessionId: number) =>
      run(() => api.call('endStaffSession', { params: { ...params, sessionId: `${sessionId}` } })),
    endSessions: () => run(() => api.call('endStaffSessions', { params })),
  }
}

/** Creates a login link for a member of staff. It leaves memory when the dialog closes. */
export function useLoginLink(staffId: number) {
  const client = useQueryClient()
  return useMutation({
    scope: { id: `staff-${staffId}` },
    gcTime: 0,
    mutationFn: async () => (await api.call('createStaffLink', { params: { staffId: `${staffId}` } })).link,
    onSuccess: () => void client.invalidateQueries({ queryKey: [MEMBER_QUERY, staffId] }),
  })
}
