import type { SetUpStep } from '@coffer/contract/admin'

type StepText = {
  readonly label: string
  readonly description: string
  /** The screen for the step; null when the admin has none. */
  readonly path: string | null
  /** The command for the step; null when there is none. */
  readonly command: string | null
}

/** Steps of the set-up of an operator. */
export const SET_UP_TEXT: Readonly<Record<SetUpStep, StepText>> = {
  wallet: {
    label: 'Set the wallet URL',
    description: 'Coffer calls the wallet for every debit and credit.',
    path: '/integration',
    command: null,
  },
  api_key: {
    label: 'Sign a request with an API key',
    description: 'The backend of the operator signs its requests to Coffer with an API key.',
    path: '/keys',
    command: null,
  },
  webhook: {
    label: 'Add a webhook endpoint',
    description: 'Coffer sends events to it, such as settled rounds and changed shipping orders.',
    path: '/webhooks',
    command: null,
  },
  allowed_origins: {
    label: 'Allow the websites that show the game',
    description: 'In production, only these websites can show the game in a frame.',
    path: '/integration',
    command: null,
  },
  box: {
    label: 'Publish a box',
    description: 'A catalogue file describes the items and boxes. Import it on the command line:',
    path: null,
    command: 'coffer catalog import catalogue.json --operator your-slug',
  },
  round: {
    label: 'Play a round',
    description: 'A player opens a box through the integration.',
    path: null,
    command: null,
  },
}
