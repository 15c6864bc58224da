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
    description: 'Coffer has not called the wallet in the last 24 hours. It does so when a player opens a box.',
  },
  answering: {
    name: 'Answering',
    tone: 'good',
    description: 'The wallet answers calls. There is nothing to do.',
  },
  failing: {
    name: 'Not answering',
    tone: 'bad',
    description:
      'The last call got no usable answer, or could not be sent. Check the wallet, and its URL under Integration.',
  },
  held_back: {
    name: 'Held back',
    tone: 'bad',
    description:
      'Many calls in a row got no usable answer. Coffer holds calls back and tries one at a time until the wallet answers. Check the wallet.',
  },
}
