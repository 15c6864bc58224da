import { walletCall } from '@coffer/contract/wallet'
import { type HeaderBag, headerOf } from './headers.ts'
import { isRaw, RAW_BODY_NEEDED } from './raw-body.ts'
import { answerError, answerJson, type RawHandler, type RawResponse } from './raw-handler.ts'
import { type Verified, type VerifyInput, verifySignature } from './signing.ts'
import type { WalletBalanceReply, WalletCall, WalletMoneyReply } from './wire.ts'

export type WalletDebit = Extract<WalletCall, { type: 'wallet.debit' }>
export type WalletCredit = Extract<WalletCall, { type: 'wallet.credit' }>
export type WalletBalance = Extract<WalletCall, { type: 'wallet.balance' }>

/**
 * An operator's wallet. Each money call has to be one transaction, and a call whose `idempotencyKey` was accepted before has to
 * return that reply again without moving money. A refusal says that nothing moved, now or later; whoever does not know, throws.
 */
export type Wallet = {
  debit(call: WalletDebit): WalletMoneyReply | Promise<WalletMoneyReply>
  credit(call: WalletCredit): WalletMoneyReply | Promise<WalletMoneyReply>
  balance(call: WalletBalance): WalletBalanceReply | Promise<WalletBalanceReply>
}

export type WalletHandlerOptions = {
  /** The operator's outbound secret, or while one replaces another both of them: calls signed with either are taken. */
  secret: string | readonly string[]
  wallet: Wallet
  /** Milliseconds since 1970. Default `Date.now`. */
  now?: () => number
  /** Told of whatever the wallet throws. Default `console.error`. */
  onError?: (error: unknown, call: WalletCall) => void
}

/**
 * Answers Coffer's wallet calls: checks the signature, then the shape, then asks the wallet.
 * What is no decision of the wallet is answered with a status other than 2xx: Coffer reads that as an unknown outcome and asks
 * again, while a refusal would be believed.
 */
export function createWalletHandler(options: WalletHandlerOptions): RawHandler {
  const { now = Date.now } = options
  const secrets = typeof options.secret === 'string' ? [options.secret] : options.secret
  if (secrets.length === 0) throw new Error('A wallet handler needs the outbound secret.')
  return async ({ method, path, headers, body }) => {
    if (method !== 'POST') return answerError(405, 'METHOD_NOT_ALLOWED', 'Wallet calls are POST.')
    if (!isRaw(body)) return RAW_BODY_NEEDED
    const verified = verifyWithAny(secrets, { method, path, headers, body, now: now() })
    if (!verified.ok) return answerError(401, verified.reason, 'The call is not signed with this wallet\u2019s secret.')
    const call = walletCall.safeParse(parse(body))
    if (!call.success) return answerError(422, 'VALIDATION_FAILED', call.error.issues[0]?.message ?? 'malformed')
    if (!keyMatches(call.data, headers)) {
      return answerError(422, 'IDEMPOTENCY_KEY_MISMATCH', 'The Idempotency-Key header is not the key of the body.')
    }
    return decide(options, call.data)
  }
}

/** The first verdict that holds; else that of the first secret. */
function verifyWithAny(secrets: readonly string[], signed: Omit<VerifyInput, 'secret'>): Verified {
  const verdicts = secrets.map((secret) => verifySignature({ ...signed, secret }))
  return verdicts.find(({ ok }) => ok) ?? (verdicts[0] as Verified)
}

async function decide(
  { wallet, onError = console.error }: WalletHandlerOptions,
  call: WalletCall,
): Promise<RawResponse> {
  try {
    return answerJson(200, await ask(wallet, call))
  } catch (error) {
    onError(error, call)
    return answerError(500, 'INTERNAL', 'The wallet could not decide.')
  }
}

function ask(wallet: Wallet, call: WalletCall) {
  if (call.type === 'wallet.debit') return wallet.debit(call)
  if (call.type === 'wallet.credit') return wallet.credit(call)
  return wallet.balance(call)
}

function keyMatches(call: WalletCall, headers: HeaderBag): boolean {
  return call.type === 'wallet.balance' || headerOf(headers, 'idempotency-key') === call.idempotencyKey
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    return undefined
  }
}
