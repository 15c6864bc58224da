import { Refusal } from '../kernel/index.ts'
import { type Context, DocumentStoreUnavailable } from '../platform/index.ts'

/** Uses the document store, outside any transaction. Throws KYC_UNAVAILABLE when it cannot be reached. */
export async function useDocuments<T>(ctx: Context, work: (documents: Context['documents']) => Promise<T>): Promise<T> {
  try {
    return await work(ctx.documents)
  } catch (error) {
    if (!(error instanceof DocumentStoreUnavailable)) throw error
    ctx.log.warn({ reason: error.message }, 'the document store is away')
    throw new Refusal('KYC_UNAVAILABLE')
  }
}
