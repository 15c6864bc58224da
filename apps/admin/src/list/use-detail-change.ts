import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { needsConfirmation } from '../api/api.ts'

type Options<Input, Answer, Data> = {
  /** Identifies the row, such as "item-12". Its changes run one at a time, so that an older response cannot replace a newer one. */
  scope: string
  /** Key of the row in the cache. */
  queryKey: QueryKey
  /** Key of the pages of the list in the cache. */
  listKey: QueryKey
  send: (input: Input) => Promise<Answer>
  /** The row as it is after the change. */
  dataOf: (answer: Answer) => Data
}

/** A change of the row of a detail screen. */
export function useDetailChange<Input, Answer, Data>(options: Options<Input, Answer, Data>) {
  const { scope, queryKey, listKey, send, dataOf } = options
  const client = useQueryClient()
  const change = useMutation({
    scope: { id: scope },
    gcTime: 0,
    mutationFn: send,
    onSuccess: async (answer) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, dataOf(answer))
      void client.invalidateQueries({ queryKey: listKey })
    },
    // The change may have been made. Without a confirmation it was not, and reading would ask for one again.
    onError: (error) => {
      if (!needsConfirmation(error)) void client.invalidateQueries({ queryKey })
    },
  })
  return {
    isBusy: change.isPending,
    error: change.error,
    clearError: change.reset,
    /** Resolves to the answer; null when the change failed: then `error` is set. */
    save: (input: Input): Promise<Answer | null> => change.mutateAsync(input).catch(() => null),
  }
}
