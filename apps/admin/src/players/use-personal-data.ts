import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, needsConfirmation } from '../api/api.ts'
import { ON_REQUEST } from '../list/on-request.ts'
import { saveFile } from '../ui/save-file.ts'
import { cacheKey, detailKey, ordersKey, type PlayerKey, requestOf } from './use-player.ts'

function personalDataKey(player: PlayerKey) {
  return [...cacheKey(player), 'personal-data']
}

/** Counts of what is stored of a player, with the newest exports and erasures. */
export function usePersonalData(key: PlayerKey) {
  return useQuery({
    queryKey: personalDataKey(key),
    queryFn: async () => (await api.call('getPersonalData', requestOf(key))).personalData,
    ...ON_REQUEST,
  })
}

/** Saves everything that is stored of a player as a file. */
export function usePersonalDataExport(key: PlayerKey) {
  const client = useQueryClient()
  const readRecords = () => void client.invalidateQueries({ queryKey: personalDataKey(key) })
  return useMutation({
    gcTime: 0,
    mutationFn: () => {
      const { params, query } = requestOf(key)
      return api.call('exportPersonalData', { params, body: query })
    },
    onSuccess: (file) => {
      // The ID at the operator may be personal data, and is not part of the name.
      saveFile(file, `player-${key.playerId}.json`)
      readRecords()
    },
    // The export may have been recorded. Without a confirmation it was not, and reading would ask for one again.
    onError: (error) => {
      if (!needsConfirmation(error)) readRecords()
    },
  })
}

/** Erases the personal data of a player. */
export function useErasure(key: PlayerKey) {
  const client = useQueryClient()
  const queryKey = personalDataKey(key)
  const erasure = useMutation({
    // Runs one erasure at a time, so that an older response cannot replace a newer one.
    scope: { id: `personal-data-${key.playerId}` },
    gcTime: 0,
    mutationFn: ({ reason }: { reason: string }) => {
      const { params, query } = requestOf(key)
      return api.call('erasePersonalData', { params, body: { reason, ...query } })
    },
    onSuccess: async ({ personalData }) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, personalData)
      // They show which verifications are erased, and the tracking of orders.
      void client.invalidateQueries({ queryKey: detailKey(key) })
      void client.invalidateQueries({ queryKey: ordersKey(key) })
    },
    // The data may have been erased. Without a confirmation it was not, and reading would ask for one again.
    onError: (error) => {
      if (!needsConfirmation(error)) void client.invalidateQueries({ queryKey })
    },
  })
  return {
    isBusy: erasure.isPending,
    error: erasure.error,
    clearError: erasure.reset,
    /** Resolves to what is stored after the erasure; null when it failed: then `error` is set. */
    erase: (reason: string) =>
      erasure.mutateAsync({ reason }).then(
        ({ personalData }) => personalData.stored,
        () => null,
      ),
  }
}
