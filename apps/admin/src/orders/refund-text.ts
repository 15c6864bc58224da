import type { WalletOperationState } from '@coffer/contract/round-names'
import { OPERATION_STATE_TEXT } from '../text/wallet-calls.ts'

const COMPARE = 'Compare it with the records of the wallet.'

/** The state of the refund of a fee, and the next step. */
export function refundText(state: WalletOperationState): string {
  switch (state) {
    case 'accepted':
      return 'The wallet accepted the refund.'
    case 'open':
      return 'Not accepted by the wallet yet. Coffer sends it again until it is.'
    case 'refused':
      return `The wallet refused the refund. ${COMPARE}`
    case 'never_sent':
      return 'Not sent. The wallet has not received the refund.'
    case 'parked':
      return `${OPERATION_STATE_TEXT[state]}. Coffer no longer sends the refund. ${COMPARE}`
    case 'conflict':
      return `${OPERATION_STATE_TEXT[state]}. The wallet accepted the refund after it had refused it. ${COMPARE}`
  }
}
