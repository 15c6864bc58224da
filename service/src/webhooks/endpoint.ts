import type { Random } from '../kernel/index.ts'
import { type Context, sealedPlace } from '../platform/index.ts'
import type { Secrets } from './message.ts'
import { ENDPOINT_SECRET, PREVIOUS_ENDPOINT_SECRET, type WebhookEndpointsTable } from './tables.ts'

/** Where an operator hears of events. */
export type Endpoint = {
  operatorId: number
  endpointId: number
  url: string
  types: string[]
  enabled: boolean
  /** Rises with each change of the URL, the events or the secret. */
  version: number
  /** Whether the URL may lead to a private host that the deployment allows. */
  mayBePrivate: boolean
  createdAt: Date
  /** Every delivery since then has failed; null when the last one was taken. */
  failingSince: Date | null
  /** Since when it has answered 410: staff should ask whether it is still meant to be there. */
  goneAt: Date | null
  /** End of the newest overlap of two secrets; it may be in the past. */
  oldSecretEndsAt: Date | null
}

/** Shown when an endpoint is made or its secret is replaced. */
export type EndpointSecret = { endpointId: number; secret: string }

/** `whsec_` and 32 random bytes, as Standard Webhooks writes a secret. */
export function newEndpointSecret(random: Random): string {
  return `whsec_${random.bytes(32).toString('base64')}`
}

export type SealedSecrets = Pick<
  WebhookEndpointsTable,
  'secret_sealed' | 'previous_secret_sealed' | 'previous_secret_ends_at'
> & { version: number }

/** The secrets that sign what is sent to an endpoint at `now`. */
export function openSecrets(
  ctx: Pick<Context, 'sealer'>,
  { operatorId, endpointId }: { operatorId: number; endpointId: number },
  sealed: SealedSecrets,
  now: Date,
): Secrets {
  const { secret_sealed: current, previous_secret_sealed: previous, previous_secret_ends_at: endsAt } = sealed
  const newest = ctx.sealer.open(current, sealedPlace(ENDPOINT_SECRET, operatorId, endpointId))
  if (previous === null || endsAt === null || endsAt <= now) return [newest]
  return [newest, ctx.sealer.open(previous, sealedPlace(PREVIOUS_ENDPOINT_SECRET, operatorId, endpointId))]
}
