import type { Wallet, WalletBalance, WalletBalanceReply, WalletMoneyReply } from '@coffer/operator-sdk'
import { accept, type Books, type MoneyCall, objectionTo, type Refusal, refuse, rememberedReply } from './decide.ts'
import type { Ledger } from './ledger.ts'
import type { WalletKind } from './weather.ts'

/** How a wallet takes one call. */
export type Manner = {
  kind: WalletKind
  /** When the call came, ISO 8601. */
  askedAt: string
  /** It says no, with or without a reason. */
  refuse?: Refusal | undefined
  /** What a wallet that is not atomic does between looking a key up and moving the money. */
  gap: () => Promise<unknown>
}

/**
 * The wallet of an operator. A proper one decides in one transaction, answers an accepted key again without moving money, and allows
 * no overdraft. One that is not atomic forgets to look again after a gap, so two calls of one key at once may both move money.
 */
export function operatorWallet(ledger: Ledger, operator: string, manner: Manner): Wallet {
  const books = { ledger, operator }
  const money = (call: MoneyCall) =>
    manner.kind.atomic
      ? ledger.transaction(() => objectOrRemember(books, call, manner) ?? accept(books, call, manner.askedAt))
      : decideInTwoSteps(books, call, manner)
  return { debit: money, credit: money, balance: (call) => ledger.transaction(() => balanceOf(books, call, manner)) }
}

function objectOrRemember(books: Books, call: MoneyCall, { kind, refuse: wish }: Manner): WalletMoneyReply | null {
  const remembered = rememberedReply(books, call, kind.cache)
  if (remembered) return remembered
  const objection = wish ?? objectionTo(books, call)
  return objection && refuse(books, call, objection, kind.cache)
}

async function decideInTwoSteps(books: Books, call: MoneyCall, manner: Manner): Promise<WalletMoneyReply> {
  const { ledger, operator } = books
  const early = ledger.transaction(() => objectOrRemember(books, call, manner))
  if (early) return early
  await manner.gap()
  return ledger.transaction(() => {
    const objection = objectionTo(books, call)
    if (objection) return refuse(books, call, objection, manner.kind.cache)
    return accept(books, call, manner.askedAt, ledger.countByKey(operator, call.idempotencyKey))
  })
}

function balanceOf(books: Books, { playerExternalId, currency }: WalletBalance, { refuse: wish }: Manner) {
  const { ledger, operator } = books
  const owner = { operator, player: playerExternalId }
  if (wish) return (wish.errorCode === null ? {} : { errorCode: wish.errorCode }) as WalletBalanceReply
  const balanceMinor = ledger.openBalance(owner, currency)
  return ledger.findPlayer(owner)?.blocked ? { errorCode: 'PLAYER_BLOCKED' } : { balanceMinor, currency }
}
