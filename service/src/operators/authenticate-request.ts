import { isNonce, isSignature, isTimestamp, SIGNATURE_TOLERANCE_SECONDS } from '@coffer/contract/signing'
import { later, Refusal, seconds } from '../kernel/index.ts'
import { type Context, sameText, sealedPlace, signEnvelope, strangerLine, type Tx } from '../platform/index.ts'
import { type Caller, isKeyId, isUsable } from './api-key.ts'
import { API_KEY_SECRET, type FoundKey, forgetMarks, listKeysWithOperator, markKeyUsed, takeMark } from './key-store.ts'

/** A request as it arrived: raw target, raw bytes. An absent header is undefined. */
export type SignedRequest = {
  keyId: string | undefined
  timestamp: string | undefined
  nonce: string | undefined
  signature: string | undefined
  method: string
  target: string
  body: Buffer
  /** Whether, without a nonce, nothing but the signature tells this request from an earlier one. Asked when the signature holds. */
  refusesRepeats: () => boolean
  /** Finds the key. Whoever has too many requests of strangers finds those of several requests together. */
  find: FindKey
}

/** Null when there is no such key; a key that has ended is found. */
export type FindKey = (keyId: string) => Promise<FoundKey | null>

type Presented = SignedRequest & { keyId: string; timestamp: string; signature: string }

const USE_NOTED_EVERY_MS = 60_000
const FORGET_EVERY_MS = 60_000
const FORGET_COUNT = 1000
/** Signed against when there is no such key, so that the answer takes as long and says as little. */
const NO_KEY_SECRET = 'no such key'

/**
 * Whose request this is. Refuses with MISSING_HEADERS, TIMESTAMP_SKEW, INVALID_SIGNATURE, REPLAYED_REQUEST or OPERATOR_SUSPENDED;
 * a nonce or a signature is remembered only when the signature holds.
 */
export async function authenticateRequest(ctx: Context, request: SignedRequest): Promise<Caller> {
  if (!isPresented(request)) throw refused(ctx, request, 'MISSING_HEADERS', 'a header is missing')
  const now = ctx.clock.now()
  const skewMs = isTimestamp(request.timestamp) ? Math.abs(now.getTime() - Number(request.timestamp) * 1000) : Infinity
  if (skewMs > seconds(SIGNATURE_TOLERANCE_SECONDS)) throw refused(ctx, request, 'TIMESTAMP_SKEW', `${skewMs} ms off`)
  const verdict = await judge(ctx, request, now)
  if ('refusal' in verdict) throw refused(ctx, request, verdict.refusal, verdict.reason)
  if (verdict.operator.status === 'suspended') throw new Refusal('OPERATOR_SUSPENDED')
  return verdict
}

function isPresented(request: SignedRequest): request is Presented {
  return Boolean(request.keyId && request.timestamp && request.signature)
}

type RefusedCode = 'MISSING_HEADERS' | 'TIMESTAMP_SKEW' | 'INVALID_SIGNATURE' | 'REPLAYED_REQUEST'

/** The reason in detail goes to the log only: an answer that explains more helps whoever guesses. */
function refused(ctx: Context, { keyId = '' }: SignedRequest, code: RefusedCode, reason: string): Refusal {
  strangerLine(ctx, () => ctx.log.info({ keyId: shownKeyId(keyId), code, reason }, 'signed request refused'))
  return new Refusal(code)
}

const SHOWN_CHARACTERS = 12

/** Enough to find a key by, and never the whole of what was sent: a secret may have been sent in its place. */
function shownKeyId(keyId: string): string {
  return isKeyId(keyId) ? `${keyId.slice(0, SHOWN_CHARACTERS)}\u2026` : 'not a key id'
}

type Verdict = Caller | { refusal: RefusedCode; reason: string }

/** The key as it is now, by a look of its own. */
export function findKey(ctx: Context): FindKey {
  return async (keyId) => (await findKeys(ctx, [keyId])).get(keyId) ?? null
}

/** Several keys by one look. */
export async function findKeys(ctx: Context, keyIds: readonly string[]): Promise<ReadonlyMap<string, FoundKey>> {
  const found = await ctx.systemStatements((tx) => listKeysWithOperator(tx, keyIds))
  return new Map(found.map((one) => [one.key.keyId, one]))
}

async function judge(ctx: Context, request: Presented, now: Date): Promise<Verdict> {
  const found = isKeyId(request.keyId) ? await request.find(request.keyId) : null
  const usable = found !== null && isUsable(found.key, now)
  const secret = usable ? secretOf(ctx, found) : NO_KEY_SECRET
  const holds = sameText(signEnvelope({ ...request, secret, path: request.target }), request.signature)
  if (!usable) return { refusal: 'INVALID_SIGNATURE', reason: found ? 'the key has ended' : 'no such key' }
  if (!holds || !isSignature(request.signature)) return { refusal: 'INVALID_SIGNATURE', reason: 'another signature' }
  if (request.nonce !== undefined && !isNonce(request.nonce)) {
    return { refusal: 'INVALID_SIGNATURE', reason: 'a nonce is 16-64 of A-Z a-z 0-9 _ -' }
  }
  if (request.nonce === undefined && found.key.requireNonce) {
    return { refusal: 'MISSING_HEADERS', reason: 'this key requires a nonce' }
  }
  if (await isReplay(ctx, request, found, now)) return { refusal: 'REPLAYED_REQUEST', reason: 'seen before' }
  await noteUse(ctx, found, now)
  return { operator: found.operator, scopes: found.key.scopes, keyId: found.key.keyId }
}

function secretOf(ctx: Context, { key, secretSealed }: FoundKey): string {
  return ctx.sealer.open(secretSealed, sealedPlace(API_KEY_SECRET, key.operatorId, key.keyId))
}

async function isReplay(ctx: Context, request: Presented, { key }: FoundKey, now: Date): Promise<boolean> {
  if (request.nonce === undefined && !request.refusesRepeats()) return false
  const forgottenBefore = later(now, -ctx.limits.nonceMemoryMs)
  const mark = request.nonce === undefined ? `s:${request.signature}` : `n:${request.nonce}`
  return ctx.systemStatements(async (tx) => {
    await forgetSometimes(ctx, tx, forgottenBefore)
    return !(await takeMark(tx, key, mark, now, forgottenBefore))
  })
}

const forgotAt = new WeakMap<Context, number>()

/** After a full batch the next request goes on, so that any flow of marks is kept up with. */
async function forgetSometimes(ctx: Context, tx: Tx, before: Date): Promise<void> {
  const mono = ctx.clock.mono()
  if (mono - (forgotAt.get(ctx) ?? -Infinity) < FORGET_EVERY_MS) return
  forgotAt.set(ctx, mono)
  const count = await forgetMarks(tx, before, FORGET_COUNT)
  if (count >= FORGET_COUNT) forgotAt.delete(ctx)
}

async function noteUse(ctx: Context, { key }: FoundKey, now: Date): Promise<void> {
  if (key.lastUsedAt && now.getTime() - key.lastUsedAt.getTime() < USE_NOTED_EVERY_MS) return
  await ctx.systemStatements((tx) => markKeyUsed(tx, key, now))
}
