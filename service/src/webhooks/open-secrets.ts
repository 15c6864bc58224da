import { type Context, sealedPlace } from '../platform/index.ts'
import type { SealedSecrets } from './endpoint-store.ts'
import type { Secrets } from './message.ts'
import { ENDPOINT_SECRET, PREVIOUS_ENDPOINT_SECRET } from './tables.ts'

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
