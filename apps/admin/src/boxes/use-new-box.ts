import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, needsConfirmation } from '../api/api.ts'
import { BOXES_QUERY, type BoxDetails } from './use-box.ts'

type NewBox = BoxDetails & { readonly key: string; readonly slug: string; readonly reason?: string | undefined }

/** Adds a box without a version. `operator`: null for the viewer's own. */
export function useNewBox(operator: string | null) {
  const client = useQueryClient()
  const readAgain = () => void client.invalidateQueries({ queryKey: [BOXES_QUERY] })
  const change = useMutation({
    gcTime: 0,
    mutationFn: async (input: NewBox) =>
      (await api.call('createBox', { body: { ...input, operator: operator ?? undefined } })).box,
    onSuccess: readAgain,
    // The box may have been added. Without a confirmation it was not.
    onError: (error) => {
      if (!needsConfirmation(error)) readAgain()
    },
  })
  return {
    isBusy: change.isPending,
    error: change.error,
    clearError: change.reset,
    /** Resolves to the box; null when it was not added: then `error` is set. */
    save: (input: NewBox) => change.mutateAsync(input).catch(() => null),
  }
}
