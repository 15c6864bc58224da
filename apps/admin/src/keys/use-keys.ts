import type { Scope } from '@coffer/contract/api-keys'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Answer, api } from '../api/api.ts'
import { NEW_SECRET_MUTATION } from '../ui/new-secret.tsx'

/** Key of the pages of the list in the cache, and the name of its export. */
export const KEYS_QUERY = 'api-keys'

/** An API key, and the operator that it belongs to: null for the viewer's own. */
export type KeyOfOperator = { readonly keyId: string; readonly operator: string | null }

export type NewKeyInput = { readonly scopes: readonly Scope[]; readonly requireNonce: boolean }

function requestOf({ keyId, operator }: KeyOfOperator) {
  return { params: { keyId }, body: { operator: operator ?? undefined } }
}

/** Reads the list again, also after a change that was refused: another person may have changed the key. */
function useInvalidation() {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: [KEYS_QUERY] })
}

type OnError = (error: Error) => void

/** Creates an API key. `onCreated` and `onError` are called even after the user has left the screen. */
export function useNewKey(
  operator: string | null,
  { onCreated, onError }: { onCreated: (answer: Answer<'createApiKey'>) => void; onError: OnError },
) {
  return useMutation({
    mutationKey: NEW_SECRET_MUTATION,
    gcTime: 0,
    mutationFn: ({ scopes, requireNonce }: NewKeyInput) =>
      api.call('createApiKey', { body: { scopes: [...scopes], requireNonce, operator: operator ?? undefined } }),
    onSuccess: onCreated,
    onError,
    onSettled: useInvalidation(),
  })
}

/** Replaces an API key. `onRotated` and `onError` are called even after the user has left the screen. */
export function useKeyRotation(
  key: KeyOfOperator,
  { onRotated, onError }: { onRotated: (answer: Answer<'rotateApiKey'>) => void; onError: OnError },
) {
  const { params, body } = requestOf(key)
  return useMutation({
    mutationKey: NEW_SECRET_MUTATION,
    gcTime: 0,
    mutationFn: (overlapHours: number) => api.call('rotateApiKey', { params, body: { ...body, overlapHours } }),
    onSuccess: onRotated,
    onError,
    onSettled: useInvalidation(),
  })
}

export function useRevocation(key: KeyOfOperator) {
  return useMutation({
    mutationFn: () => api.call('revokeApiKey', requestOf(key)),
    onSettled: useInvalidation(),
  })
}
