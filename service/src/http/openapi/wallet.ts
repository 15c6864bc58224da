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
