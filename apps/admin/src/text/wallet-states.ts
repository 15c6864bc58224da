import type { WalletState } from '@coffer/contract/admin'

type StateText = {
  readonly name: string
  readonly tone: 'good' | 'bad' | 'plain'
  /** The meaning, and the next step. */
  readonly description: string
}

export const WALLET_STATE_TEXT: Readonly<Record<WalletState, StateText>> = {
  none: {
    name: 'No wallet',
    tone: 'bad',
    description: 'Every spend is refused until a wallet URL is set. Set it under Integration.',
  },
  unused: {
    name: 'No calls',
    tone: 'plain',
    description:
      'No debit or credit was sent to the wallet in the last 24 hours. The next one is sent when a player spends money.',
  },
  answering: {
    name: 'Answering',
    tone: 'good',
    description: 'The wallet answered the last call.',
  },
  failing: {
    name: 'Last call failed',
    tone: 'bad',
    description:
      'The last call got no usable answer or was not sent. If the next calls fail too, check the wallet and its URL under Integration.',
  },
  held_back: {
    name: 'Held back',
    tone: 'bad',
    description:
      'Many calls in a row got no usable answer. Coffer holds calls back and tries one at a time until the wallet answers. Check the wallet and its URL under Integration.',
  },
}
