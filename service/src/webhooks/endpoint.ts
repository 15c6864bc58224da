import type { Random } from '../kernel/index.ts'

/** Where an operator hears of events. */
export type Endpoint = {
  operatorId: number
  endpointId: number
  url: string
  types: string[]
  enabled: boolean
  /** Since when it has answered 410: staff should ask whether it is still meant to be there. */
  goneAt: Date | null
}

/** Shown when an endpoint is made or its secret is replaced. */
export type EndpointSecret = { endpointId: number; secret: string }

/** `whsec_` and 32 random bytes, as Standard Webhooks writes a secret. */
export function newEndpointSecret(random: Random): string {
  return `whsec_${random.bytes(32).toString('base64')}`
}
