/** The store of documents cannot be used now. Nothing is known of whether a change arrived; it may be made again. */
export class DocumentStoreUnavailable extends Error {
  /** `reason` holds no address, key or secret. */
  constructor(reason: string) {
    super(`the store of documents cannot be used now: ${reason}`)
    this.name = 'DocumentStoreUnavailable'
  }
}
