import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WalletMoneyCall } from '@coffer/contract/wallet'
import { verifySignature } from '@coffer/operator-sdk'
import type { SignedCall } from '@coffer/reference-operator'
import { sureBoxes, win, winBody } from '../support/sure-boxes.ts'
import { startWorld, type World } from '../support/world.ts'

/** Every call that the wallet got, oldest first, as it came over the wire. */
async function walletCalls({ casino, operator }: World): Promise<SignedCall[]> {
  const api = `${casino.url}/c/${operator.slug}/api/signed-calls`
  const { calls } = (await (await fetch(api)).json()) as { calls: SignedCall[] }
  const ofWallet = calls.filter(({ direction }) => direction === 'from-coffer').reverse()
  const details = ofWallet.map(async ({ callId }) => (await fetch(`${api}/one?callId=${callId}`)).json())
  return (await Promise.all(details)).map((answer) => (answer as { call: SignedCall }).call)
}

/** The call is signed with the outbound secret, carries no key of the API, and says its key twice. */
function assertSigned({ operator, clock }: World, call: SignedCall): void {
  const { method, path, headers, body } = call
  const now = clock.now().getTime()
  const verified = verifySignature({ secret: operator.outboundSecret, method, path, headers, body, now })
  assert.equal(verified.ok, true, JSON.stringify(verified))
  assert.deepEqual([method, headers['x-key-id']], ['POST', undefined])
  assert.match(headers['x-nonce'] ?? '', /^[A-Za-z0-9_-]{16,64}$/)
  assert.match(headers['content-type'] ?? '', /^application\/json/)
  assert.equal(headers['idempotency-key'], (JSON.parse(body) as Partial<WalletMoneyCall>).idempotencyKey)
}

test('a debit, a credit and a balance are signed, and say what the interface says', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes() } } })
  const { operator } = world
  const player = await world.play(operator, 'ann')
  const { round, items } = await win(operator, player, 'mug')
  const [item] = items
  assert.equal((await player.cashBack(item!.id)).status, 200)
  const ann = { playerExternalId: 'ann' }
  const held = (await operator.coffer.purchase({ ...ann, mode: 'prepay', ...winBody(operator, 'held', 'mug') })).round
  await operator.coffer.cancelHeldRound({ ...ann, roundPublicId: held.publicId })

  const calls = await walletCalls(world)
  for (const call of calls) assertSigned(world, call)
  const uncredited = { priceFallMinor: 0, priceRiseMinor: 0, creditsShareMinor: 90 }
  const won = { inventoryItemId: item!.id, roundPublicId: round.publicId }
  const cashback = {
    kind: 'cashback',
    ...won,
    itemId: item!.itemId,
    itemName: 'Sure mug',
    basisMinor: 900,
    creditsMinor: 810,
  }
  const money = (type: string, amountMinor: number, idempotencyKey: string, reference: object) => {
    return { type, ...ann, amountMinor, currency: 'EUR', idempotencyKey, reference }
  }
  const roundOf = (publicId: string) => ({ kind: 'round', publicId })
  assert.deepEqual(
    calls.map(({ body }) => JSON.parse(body)),
    [
      { type: 'wallet.balance', ...ann, currency: 'EUR' },
      money('wallet.debit', 968, `round:${round.publicId}`, roundOf(round.publicId)),
      money('wallet.credit', 810, `cashback:inventory:${item!.id}`, { ...cashback, uncredited }),
      money('wallet.debit', 968, `round:${held.publicId}`, roundOf(held.publicId)),
      money('wallet.credit', 968, `refund:round:${held.publicId}`, { kind: 'refund', publicId: held.publicId }),
    ],
  )
})
