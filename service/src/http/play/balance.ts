import { isShownWalletCode } from '@coffer/contract/errors'
import { Refusal } from '../../kernel/index.ts'
import { type Balance, readBalance } from '../../wallet/index.ts'
import { ok, type PlayHandler } from '../handlers.ts'

export const balance: PlayHandler<'balance'> = async (ctx, session) => {
  const { currency } = session
  const read = await readBalance(ctx, session, ctx.limits.walletCallMs)
  if (read.kind !== 'ok') throw unavailable(read)
  return ok({ balanceMinor: read.balanceMinor, currency, balanceFetchedAt: read.at.toISOString() })
}

/** Any failure of a balance read is the same 503; the wallet's own code is only added. */
function unavailable(read: Exclude<Balance, { kind: 'ok' }>): Refusal {
  const code = read.kind === 'refused' ? read.errorCode : null
  return new Refusal('WALLET_UNAVAILABLE', code !== null && isShownWalletCode(code) ? { walletErrorCode: code } : {})
}
