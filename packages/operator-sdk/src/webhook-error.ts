/**
 * Why a delivery was not believed. `MISSING_HEADERS`: it is not signed. `INVALID_SIGNATURE`: no signature fits a secret.
 * `TIMESTAMP_SKEW`: it was signed too long ago, or in the future. `RAW_BODY_NEEDED`: the body is not the bytes that arrived.
 * `MALFORMED_EVENT`: it is signed, and no event.
 */
export type WebhookErrorReason =
  | 'MISSING_HEADERS'
  | 'INVALID_SIGNATURE'
  | 'TIMESTAMP_SKEW'
  | 'RAW_BODY_NEEDED'
  | 'MALFORMED_EVENT'

export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  readonly reason: WebhookErrorReason

  constructor(reason: WebhookErrorReason, message: string) {
    super(message)
    this.reason = reason
  }
}
