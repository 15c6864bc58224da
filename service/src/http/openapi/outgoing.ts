import { type EventType, envelopeOf, SENT_EVENT_TYPES } from '@coffer/contract/events'
import { walletBalanceReply, walletCall, walletMoneyReply } from '@coffer/contract/wallet'
import { jsonBody, schemaOf } from './operation.ts'
import type { PathItem } from './types.ts'

/** The calls that the operator's wallet answers. Their address is the operator's, so they have no path here. */
export function walletItem(): PathItem {
  return {
    post: {
      operationId: 'walletCall',
      summary: 'A debit, a credit or a balance read, sent to the operator\u2019s wallet address',
      description:
        'Signed with the operator\u2019s outbound secret, without X-Key-Id. Debits and credits also carry Idempotency-Key, equal to ' +
        'the body\u2019s idempotencyKey: a key that was accepted gets that answer again and moves nothing, and one that ' +
        'was refused is decided anew or refused again. We wait 10 seconds. ' +
        'INSUFFICIENT_FUNDS and PLAYER_BLOCKED are told to the player as such; any other code, and anything that is not 2xx with ' +
        'JSON, means that the wallet is unavailable.',
      tags: ['Wallet calls'],
      security: [{ Timestamp: [], Nonce: [], Signature: [] }],
      requestBody: { required: true, ...jsonBody(schemaOf(walletCall, 'output')) },
      responses: {
        200: {
          description: 'The answer to a debit or credit, or to a balance read',
          ...jsonBody({ anyOf: [schemaOf(walletMoneyReply, 'input'), schemaOf(walletBalanceReply, 'input')] }),
        },
      },
      'x-error-codes': [],
    },
  }
}

const SUMMARIES: Record<EventType, string> = {
  round_settled: 'A round was drawn',
  bonus_entitlement: 'A bonus was won: grant it',
  fulfillment_notice: 'A shipping order changed: replace your copy of it by `order`',
  box_version_published: 'A new version of a box is on sale',
  box_updated: 'Words, picture, attributes or availability of a box changed',
  box_archived: 'A box was taken out of the catalogue',
  kyc_status_changed: 'A verification came to another status, or was opened: mirror it',
  settings_changed: 'The operator\u2019s settings changed: read `GET /api/s2s/config` again',
}

/** What is posted to an operator's endpoints: one item for each type of event. */
export function eventItems(): Record<string, PathItem> {
  return Object.fromEntries(SENT_EVENT_TYPES.map((type) => [type, itemOf(type)]))
}

function itemOf(type: EventType): PathItem {
  return {
    post: {
      operationId: `event_${type}`,
      summary: SUMMARIES[type],
      description:
        'Sent at least once to every endpoint that is subscribed to it; dedupe on `idempotencyKey`. Any 2xx takes it. Anything else is ' +
        'tried again with the same `webhook-id` and the same bytes, ten times over some four days. Signed with the endpoint\u2019s own ' +
        'secret, both as Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`) and in our envelope (`X-Timestamp`, ' +
        '`X-Nonce`, `X-Signature`).',
      tags: ['Webhooks'],
      security: [{ WebhookSignature: [] }],
      requestBody: { required: true, ...jsonBody(schemaOf(envelopeOf(type), 'output')) },
      responses: { 200: { description: 'Any 2xx, with any body: the event is taken' } },
      'x-error-codes': [],
    },
  }
}
