import { invalidField } from '../kernel/index.ts'
import { type Context, savedUrlFault } from '../platform/index.ts'

/** A wallet's address is judged when it is saved by what judges it before each call. Throws a 422. None is no fault. */
export function refuseBadWallet({ config }: Pick<Context, 'config'>, url: string): void {
  const fault = url === '' ? null : savedUrlFault(url, config)
  if (fault !== null) throw invalidField('wallet.url', `is refused: ${fault}`)
}
