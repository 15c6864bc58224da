import { answerError, answerJson, type RawHandler, type RawResponse } from './raw-handler.ts'
import { secretsOf, verifyWebhook, type WebhookDelivery, type WebhookSecrets } from './webhook.ts'
import { WebhookError, type WebhookErrorReason } from './webhook-error.ts'

export type WebhookHandlerOptions = {
  /** Of the endpoint, `whsec_…`; several while one is being replaced. */
  secrets: WebhookSecrets
  /**
   * Told of every delivery whose signature holds. Returning says that the event is yours now; throwing asks for it again later.
   * Coffer waits 15 s. The same event may come twice, also at the same moment: write its `idempotencyKey` in the transaction
   * that acts on it.
   */
  onEvent(event: WebhookDelivery): unknown
  /** Whether an event with this key was dealt with before; then it is answered, and `onEvent` is not told. */
  alreadyHandled?(idempotencyKey: string, event: WebhookDelivery): boolean | Promise<boolean>
  /** Milliseconds since 1970. Default `Date.now`. */
  now?: () => number
  /** How far the timestamp of a delivery may be from `now`, either way. Default 300. */
  toleranceSeconds?: number
  /** Told of a delivery that is not believed (without the event), and of whatever `onEvent` throws. Default writes the error to `console.error`. */
  onError?(error: unknown, event: WebhookDelivery | null): void
}

const STATUS: Readonly<Record<WebhookErrorReason, number>> = {
  MISSING_HEADERS: 401,
  INVALID_SIGNATURE: 401,
  TIMESTAMP_SKEW: 401,
  RAW_BODY_NEEDED: 500,
  MALFORMED_EVENT: 422,
}

/** Answers Coffer's webhook deliveries: checks the signature, then asks you. Throws TypeError for a secret that is none. */
export function createWebhookHandler(options: WebhookHandlerOptions): RawHandler {
  const secrets = secretsOf(options.secrets)
  const { now = Date.now, toleranceSeconds } = options
  return async ({ method, headers, body }) => {
    if (method !== 'POST') return answerError(405, 'METHOD_NOT_ALLOWED', 'Deliveries are POST.')
    try {
      return await take(options, verifyWebhook({ secrets, headers, body, now: now(), toleranceSeconds }))
    } catch (error) {
      if (!(error instanceof WebhookError)) throw error
      tell(options, error, null)
      return answerError(STATUS[error.reason], error.reason, error.message)
    }
  }
}

async function take(options: WebhookHandlerOptions, event: WebhookDelivery): Promise<RawResponse> {
  try {
    if (await options.alreadyHandled?.(event.idempotencyKey, event)) return answerJson(200, { received: 'before' })
    await options.onEvent(event)
    return answerJson(200, { received: 'now' })
  } catch (error) {
    tell(options, error, event)
    return answerError(500, 'INTERNAL', 'The event could not be taken; send it again.')
  }
}

/** The log of a machine is no place for an event, which can name a person. */
function tell({ onError }: WebhookHandlerOptions, error: unknown, event: WebhookDelivery | null): void {
  if (onError) onError(error, event)
  else console.error(error)
}
