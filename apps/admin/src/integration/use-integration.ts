import type { Integration } from '@coffer/contract/admin'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Answer, api, needsConfirmation } from '../api/api.ts'
import { useIsUnattended } from '../ui/activity.ts'
import { NEW_SECRET_MUTATION } from '../ui/new-secret.tsx'

const INTEGRATION_QUERY = 'integration'
const UNDECIDED_POLL_MS = 5_000
const UNATTENDED_MS = 5 * 60_000

function queryOf(operator: string | null) {
  return {
    queryKey: [INTEGRATION_QUERY, operator],
    queryFn: async () => (await api.call('getIntegration', { query: { operator: operator ?? undefined } })).integration,
  }
}

/** The wallet and the allowed origins of an operator. `operator`: null for the viewer's own. */
export function useIntegration(operator: string | null, { isEnabled }: { isEnabled: boolean }) {
  return useQuery({ ...queryOf(operator), enabled: isEnabled })
}

/** Returns the number of undecided debits and credits. Polls while it is not 0 and the page is in use. */
export function useUndecidedCount(operator: string | null): number {
  const isUnattended = useIsUnattended(UNATTENDED_MS)
  const { data } = useQuery({
    ...queryOf(operator),
    refetchOnMount: false,
    refetchInterval: ({ state }) => {
      if (isUnattended || needsConfirmation(state.error)) return false
      return state.data?.wallet.undecidedCount ? UNDECIDED_POLL_MS : false
    },
  })
  return data?.wallet.undecidedCount ?? 0
}

/** Runs one change of an operator at a time, so that an older response cannot replace a newer one. */
function scopeOf(operator: string | null) {
  return { id: `integration-${operator}` }
}

async function replaceCached(client: QueryClient, operator: string | null, changed: Integration): Promise<void> {
  const queryKey = [INTEGRATION_QUERY, operator]
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, changed)
}

function invalidate(client: QueryClient, operator: string | null): void {
  void client.invalidateQueries({ queryKey: [INTEGRATION_QUERY, operator] })
}

/** A change of the wallet URL or of the allowed origins. */
export type IntegrationInput = { wallet?: { url: string }; allowedOrigins?: string[]; isSameWallet?: boolean }

export function useIntegrationChange(operator: string | null) {
  const client = useQueryClient()
  const change = useMutation({
    scope: scopeOf(operator),
    mutationFn: (input: IntegrationInput & { version: number }) =>
      api.call('changeIntegration', { body: { ...input, operator: operator ?? undefined } }),
    onSuccess: ({ integration }) => replaceCached(client, operator, integration),
    // Another person may have changed the settings.
    onError: () => invalidate(client, operator),
  })
  return {
    isBusy: change.isPending,
    error: change.error,
    clearError: change.reset,
    /** True when the change was made; otherwise `error` is set. `version`: that of the integration that the viewer has edited. */
    save: (input: IntegrationInput, version: number) =>
      change.mutateAsync({ ...input, version }).then(
        () => true,
        () => false,
      ),
  }
}

/**
 * Replaces the outbound secret. `version`: that of the integration that the viewer has seen. `onRotated` and
 * `onError` are called even after the user has left the screen.
 */
export function useSecretRotation(
  operator: string | null,
  version: number,
  {
    onRotated,
    onError,
  }: { onRotated: (answer: Answer<'rotateOutboundSecret'>) => void; onError: (error: Error) => void },
) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: NEW_SECRET_MUTATION,
    scope: scopeOf(operator),
    gcTime: 0,
    mutationFn: (overlapHours: number) =>
      api.call('rotateOutboundSecret', { body: { overlapHours, version, operator: operator ?? undefined } }),
    onSuccess: (answer) => {
      void replaceCached(client, operator, answer.integration)
      onRotated(answer)
    },
    onError: (error) => {
      invalidate(client, operator)
      onError(error)
    },
  })
}
