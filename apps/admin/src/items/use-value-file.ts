import type { ValueFilePreview } from '@coffer/contract/admin'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, needsConfirmation } from '../api/api.ts'
import { BrowserFailure } from '../text/failures.ts'
import { ITEM_QUERY, ITEMS_QUERY } from './use-item.ts'

/** The text of a file of values, and the effects of its values. */
export type PreviewedFile = { readonly file: string; readonly preview: ValueFilePreview }

/** Previews of the files that the viewer chooses. Its state is that of the latest file. `operator`: null for the viewer's own. */
export function useFilePreview(operator: string | null) {
  return useMutation({
    gcTime: 0,
    mutationFn: async (source: File): Promise<PreviewedFile> => {
      const file = await readText(source)
      const body = { file, operator: operator ?? undefined }
      return { file, preview: (await api.call('previewItemValues', { body })).preview }
    },
  })
}

/** Reads a file as it is, with its byte order mark. The browser refuses to read a file that was changed after it was chosen. */
async function readText(source: File): Promise<string> {
  const bytes = await source.arrayBuffer().catch(() => {
    throw new BrowserFailure({
      what: 'The browser could not read the file.',
      next: 'It may have been changed or moved. Choose the file again.',
    })
  })
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new BrowserFailure({
      what: 'The file is not text in UTF-8.',
      next: 'Save it as CSV (UTF-8), and choose it again.',
    })
  }
}

/** `basis`: that of the preview that the change is based on. */
type FileInput = { readonly file: string; readonly basis: string; readonly reason: string }

/** Sets the values of a file. `operator`: null for the viewer's own. */
export function useFileChange(operator: string | null) {
  const client = useQueryClient()
  const readAgain = () => {
    void client.invalidateQueries({ queryKey: [ITEMS_QUERY] })
    void client.invalidateQueries({ queryKey: [ITEM_QUERY] })
  }
  const change = useMutation({
    gcTime: 0,
    mutationFn: (input: FileInput) =>
      api.call('setItemValues', { body: { ...input, operator: operator ?? undefined } }),
    onSuccess: readAgain,
    // The values may have been set. Without a confirmation they were not.
    onError: (error) => {
      if (!needsConfirmation(error)) readAgain()
    },
  })
  return {
    isBusy: change.isPending,
    error: change.error,
    clearError: change.reset,
    /** Resolves to the answer; null when the change failed: then `error` is set. */
    save: (input: FileInput) => change.mutateAsync(input).catch(() => null),
  }
}
