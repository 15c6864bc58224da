import type { EndpointRow } from '@coffer/contract/admin'
import type { EventType } from '@coffer/contract/deliveries'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/api.ts'
import { ENDPOINTS_QUERY } from '../list/use-endpoints.ts'

/** Input of the form of an endpoint. */
export type EndpointInput = { readonly url: string; readonly types: readonly EventType[] }

/** An endpoint, and the operator that it belongs to: null for the viewer's own. */
type EndpointKey = { readonly endpointId: number; readonly operator: string | null }

function requestOf({ endpointId, operator }: EndpointKey) {
  return { params: { endpointId: `${endpointId}` }, body: { operator: operator ?? undefined } }
}

/** Runs one change of an endpoint at a time, so that an older response cannot replace a newer one. */
function scopeOf({ endpointId }: EndpointKey) {
  return { id: `webhook-endpoint-${endpointId}` }
}

/** Puts the answer of a change in place of the endpoint in the list; a new endpoint comes last. */
async function store(client: QueryClient, operator: string | null, changed: EndpointRow): Promise<void> {
  const queryKey = [ENDPOINTS_QUERY, operator]
  await client.cancelQueries({ queryKey })
  client.setQueryData<EndpointRow[]>(queryKey, (before = []) => {
    const isNew = before.every(({ endpointId }) => endpointId !== changed.endpointId)
    return isNew ? [...before, changed] : before.map((one) => (one.endpointId === changed.endpointId ? changed : one))
  })
}

/** After a change that was refused: another person may have changed the endpoint. */
function readAgain(client: QueryClient, { operator }: EndpointKey): void {
  void client.invalidateQueries({ queryKey: [ENDPOINTS_QUERY, operator] })
}

/** Adds an endpoint. Its secret leaves memory when the dialog closes. */
export function useNewEndpoint(operator: string | null) {
  const client = useQueryClient()
  return useMutation({
    gcTime: 0,
    mutationFn: ({ url, types }: EndpointInput) =>
      api.call('createEndpoint', { body: { url, types: [...types], operator: operator ?? undefined } }),
    onSuccess: ({ endpoint }) => store(client, operator, endpoint),
  })
}

/** The changes of an endpoint that show no secret. */
export function useEndpointChanges(endpoint: EndpointKey) {
  const client = useQueryClient()
  const { params, body } = requestOf(endpoint)
  const change = useMutation({
    scope: scopeOf(endpoint),
    mutationFn: (send: () => Promise<{ endpoint: EndpointRow }>) => send(),
    onSuccess: (answer) => store(client, endpoint.operator, answer.endpoint),
    onError: () => readAgain(client, endpoint),
  })
  const test = useMutation({
    scope: scopeOf(endpoint),
    mutationFn: async () => (await api.call('testEndpoint', { params, body })).delivery.id,
  })
  const clearErrors = () => {
    change.reset()
    test.reset()
  }
  /** True when the change was made; otherwise `error` is set. */
  const run = (send: () => Promise<{ endpoint: EndpointRow }>) => {
    clearErrors()
    return change.mutateAsync(send).then(
      () => true,
      () => false,
    )
  }
  return {
    isBusy: change.isPending || test.isPending,
    error: change.error ?? test.error,
    clearErrors,
    /** Changes what is given. `version`: that of the endpoint that the viewer has edited. */
    save: (input: Partial<EndpointInput>, version: number) =>
      run(() =>
        api.call('changeEndpoint', {
          params,
          body: { ...body, ...input, types: input.types && [...input.types], version },
        }),
      ),
    enable: () => run(() => api.call('enableEndpoint', { params, body })),
    disable: () => run(() => api.call('disableEndpoint', { params, body })),
    /** Resolves to the ID of the delivery, or to null when nothing was sent. */
    sendTest: () => {
      clearErrors()
      return test.mutateAsync().catch(() => null)
    },
  }
}

/** The secrets of a version of an endpoint once they are shown. Each view is recorded. They leave memory when they are hidden. */
export function useSecrets(endpoint: EndpointKey, version: number) {
  const { data, variables, ...mutation } = useMutation({
    gcTime: 0,
    mutationFn: (_version: number) => api.call('revealEndpointSecret', requestOf(endpoint)),
  })
  return {
    /** Null when they are hidden, or were replaced since. */
    secrets: (variables === version && data) || null,
    isBusy: mutation.isPending,
    error: mutation.error,
    show: () => mutation.mutate(version),
    hide: mutation.reset,
  }
}

/** Replaces the secret of an endpoint. `version`: that of the endpoint that the viewer has seen. The new secret leaves memory when the dialog closes. */
export function useRotation(endpoint: EndpointKey, version: number) {
  const client = useQueryClient()
  const { params, body } = requestOf(endpoint)
  return useMutation({
    scope: scopeOf(endpoint),
    gcTime: 0,
    mutationFn: (overlapHours: number) =>
      api.call('rotateEndpointSecret', { params, body: { ...body, overlapHours, version } }),
    onSuccess: (answer) => store(client, endpoint.operator, answer.endpoint),
    onError: () => readAgain(client, endpoint),
  })
}
