import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
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

type Pass = (response: ServerResponse, text: string) => unknown
const labelled =
  (type: string): Pass =>
  (response, text) =>
    response.setHeader('content-type', type).end(text)
const coded =
  (coding: string, code: (text: string) => Buffer): Pass =>
  (response, text) =>
    response.setHeader('content-encoding', coding).end(code(text))

/** How proxies and frameworks in front of a wallet pass its answer on, without being asked to. */
const PASSED_ON: Record<string, Pass> = {
  'after a 100 Continue': (response, text) => {
    response.writeContinue()
    response.writeEarlyHints({ link: '</a>; rel=preload' })
    response.writeContinue()
    response.end(text)
  },
  'in gzip': coded('gzip', gzipSync),
  'in deflate': coded('deflate', deflateSync),
  'in br': coded('br', brotliCompressSync),
  'with a byte order mark': (response, text) => response.end(`\ufeff${text}`),
  'in chunks, with white space around': (response, text) => {
    response.write('\r\n\t ')
    response.end(`${text}\n\n`)
  },
  'as text': labelled('text/plain'),
  'as a problem': labelled('application/problem+json; charset="UTF8"'),
  'as Latin-1': labelled('application/json;charset=iso-8859-1'),
}

/** A proxy before the casino's wallet, which passes each answer on as `passOn` says at that moment. */
async function startProxy(t: TestContext, { casino, operator }: World) {
  const proxy: { url: string; passOn: Pass; asked: IncomingMessage[] } = {
    ...{ url: '', asked: [] },
    passOn: (response, text) => response.end(text),
  }
  const wallet = casino.walletUrl(operator.slug)
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    proxy.asked.push(request)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { host, connection, 'content-length': length, ...headers } = request.headers
    const body = Buffer.concat(chunks)
    const answer = await fetch(wallet, { method: 'POST', headers: headers as Record<string, string>, body })
    proxy.passOn(response, await answer.text())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${new URL(wallet).pathname}`
  return proxy
}

test('an answer of a wallet counts however what stands before the wallet passes it on', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes() } } })
  const { casino, operator } = world
  const proxy = await startProxy(t, world)
  await world.settings(operator, { 'wallet.url': proxy.url })
  const player = await world.play(operator, 'ann')
  for (const [way, passOn] of Object.entries(PASSED_ON)) {
    proxy.passOn = passOn
    const { status, body, text } = await player.open(winBody(operator, way, 'dust'))
    assert.deepEqual([status, body.balanceAfterMinor], [200, casino.wallet.balance(operator.slug, 'ann', 'EUR')], text)
  }
  for (const { headers } of proxy.asked) assert.equal(headers['accept-encoding'], 'identity')

  proxy.passOn = (response, text) => response.end(Buffer.from(text, 'utf16le'))
  const { status, body } = await player.open(winBody(operator, 'utf-16', 'dust'))
  assert.deepEqual([status, body.error.code, body.round.undecided], [503, 'WALLET_UNAVAILABLE', true])
  proxy.passOn = (response, text) => response.end(text)
  assert.equal((await player.open(winBody(operator, 'utf-16', 'dust'))).status, 200)
})
