/**
 * Keeps photos of people and their papers, outside the database. What comes here is sealed already: a store never sees a picture.
 * A key is words between slashes, such as `operators/12/4f0c`. Each throws DocumentStoreUnavailable when the store cannot be used now.
 */
export type DocumentStore = {
  /** Whole or not at all. What stood under the key is replaced. */
  put(key: string, bytes: Buffer): Promise<void>
  /** Null when nothing stands under the key. */
  get(key: string): Promise<Buffer | null>
  /** Nothing stands under the key any more, whether something did or not. */
  remove(key: string): Promise<void>
}

/** The store of documents cannot be used now. Nothing is known of whether a change arrived; it may be made again. */
export class DocumentStoreUnavailable extends Error {
  /** `reason` holds no address, key or secret. */
  constructor(reason: string) {
    super(`the store of documents cannot be used now: ${reason}`)
    this.name = 'DocumentStoreUnavailable'
  }
}
