import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AdminPrize, AdminRound, AdminWalletOperation } from '@coffer/contract/admin'
import { BET_STATES, WALLET_OPERATION_STATES } from '@coffer/contract/round-names'
import { betText, type MoneyText, noPrizeText, prizeText } from '../../apps/admin/src/rounds/money-text.ts'

const AT = '2031-03-04T05:06:07.000Z'
const WHEN = /4 Mar 2031, \d\d:06:07/

const CALL = { id: 1, recordedAt: AT, closedAt: AT, outcome: 'never_sent', reason: 'ECONNREFUSED' } as const

const DEBIT: AdminWalletOperation = {
  ...{ id: 1, kind: 'round_debit', state: 'accepted', inventoryItemId: null, amountMinor: 500, currency: 'EUR' },
  ...{ idempotencyKey: 'round:rnd_1', providerTxnRef: 'txn_1', walletErrorCode: null, createdAt: AT, closedAt: AT },
  ...{ nextAttemptAt: null, isBusy: false, calls: [] },
}
const refund = (differs: Partial<AdminWalletOperation> = {}): AdminWalletOperation => {
  return {
    ...DEBIT,
    id: 2,
    kind: 'round_refund',
    idempotencyKey: 'refund:round:rnd_1',
    providerTxnRef: 'txn_2',
    ...differs,
  }
}
const cashback = (differs: Partial<AdminWalletOperation> = {}): AdminWalletOperation => {
  return {
    ...refund(),
    id: 3,
    kind: 'cashback_credit',
    inventoryItemId: 7,
    idempotencyKey: 'cashback:inventory:7',
    ...differs,
  }
}

const PRIZE: AdminPrize = {
  ...{ inventoryItemId: 7, itemId: 9, name: 'Mug', type: 'physical', valueMinor: 900, currency: 'EUR' },
  state: 'unresolved',
}

function round(differs: Partial<AdminRound>): AdminRound {
  return {
    ...{ publicId: 'rnd_1', createdAt: AT, settledAt: AT, playerExternalId: 'ann', gameKey: 'mystery_box' },
    ...{ status: 'settled', funding: 'player', mode: 'open', boxes: ['Box'], prizes: ['Mug'], betMinor: 500 },
    ...{ payoutMinor: 900, currency: 'EUR', refundedMinor: null, clientActionId: 'a', operatorCurrency: 'EUR' },
    ...{ operatorBetMinor: 500, operatorPayoutMinor: 900, refundedAt: null, bet: 'charged', draws: [], upgrade: null },
    ...{ won: [PRIZE], operations: [DEBIT], deliveries: null },
    ...differs,
  } as AdminRound
}

const wordsOf = ({ title, sentences }: MoneyText) => [title, ...sentences].join(' | ')

const OPEN = { state: 'open', nextAttemptAt: AT, closedAt: null } as const
const COMPARE = 'Ask your payments team to compare the idempotency key'

const BETS = [
  [{ bet: 'free', funding: 'operator' }, 'plain', 'The operator paid for this round | The player was charged nothing.'],
  [{ bet: 'free', funding: 'operator', status: 'voided' }, 'plain', 'The box was cancelled. No money moved.'],
  [{ bet: 'items' }, 'plain', 'the player staked items worth €5.00.'],
  [{ bet: 'charged' }, 'good', /^The player was charged €5\.00$/],
  [{ bet: 'charged', status: 'held' }, 'good', 'The box is not opened yet.'],
  [
    {
      bet: 'charged',
      status: 'held',
      operations: [DEBIT, refund({ state: 'refused', walletErrorCode: 'PLAYER_BLOCKED' })],
    },
    'good',
    'The wallet refused a refund. Reason: PLAYER_BLOCKED (the player is blocked). The player can cancel the box again.',
  ],
  [
    { bet: 'charged', status: 'held', operations: [DEBIT, refund({ state: 'never_sent' })] },
    'good',
    'was not sent to the wallet',
  ],
  [
    { bet: 'refused', operations: [{ ...DEBIT, state: 'refused', walletErrorCode: 'LIMIT' }] },
    'plain',
    'Reason: LIMIT. | The player was not charged, and there is no prize.',
  ],
  [{ bet: 'refused', operations: [{ ...DEBIT, state: 'refused' }] }, 'plain', 'Reason: none given.'],
  [
    { bet: 'not_sent', operations: [{ ...DEBIT, calls: [CALL] }] },
    'plain',
    'Reason: the connection was refused (ECONNREFUSED). | The player was not charged',
  ],
  [{ bet: 'not_sent', operations: [] }, 'plain', /^The debit was not sent \| The player was not charged/],
  [{ bet: 'unsent', operations: [{ ...DEBIT, ...OPEN, calls: [CALL] }] }, 'plain', 'Nothing is charged so far.'],
  [{ bet: 'unresolved', operations: [{ ...DEBIT, ...OPEN }] }, 'bad', 'Coffer sends the same debit again at'],
  [{ bet: 'unresolved', operations: [{ ...DEBIT, ...OPEN }] }, 'bad', WHEN],
  [{ bet: 'unresolved', operations: [{ ...DEBIT, ...OPEN, isBusy: true }] }, 'bad', 'A request is handling it now.'],
  [{ bet: 'unresolved', operations: [{ ...DEBIT, state: 'parked' }] }, 'bad', `${COMPARE} round:rnd_1 with`],
  [{ bet: 'refund_due', operations: [DEBIT, refund(OPEN)] }, 'bad', 'until the wallet accepts it. | Next call at'],
  [
    { bet: 'refund_due', operations: [DEBIT, refund({ state: 'parked' })] },
    'bad',
    `${COMPARE} refund:round:rnd_1 with`,
  ],
  [
    { bet: 'cancelling', operations: [DEBIT, refund({ ...OPEN, isBusy: true })] },
    'bad',
    'A request is handling it now.',
  ],
  [
    { bet: 'refunded', refundedMinor: 400, refundedAt: AT, operations: [DEBIT, refund()] },
    'good',
    'Transaction txn_2.',
  ],
  [{ bet: 'refunded', refundedMinor: 400, refundedAt: AT, operations: [DEBIT] }, 'good', '€4.00 was refunded at'],
  [
    { bet: 'disputed', status: 'disputed', operations: [DEBIT, refund({ state: 'conflict' })] },
    'bad',
    'The player has the money back. The box stays closed.',
  ],
  [
    { bet: 'disputed', operations: [DEBIT, refund({ state: 'conflict' })] },
    'bad',
    'The player has the money back and opened the box.',
  ],
  [
    { bet: 'disputed', status: 'voided', operations: [DEBIT, refund({ state: 'conflict' }), refund()] },
    'bad',
    `The player was refunded more than once. | ${COMPARE} refund:round:rnd_1 with`,
  ],
] as const satisfies readonly (readonly [object, string, string | RegExp])[]

test('money words: each outcome of a bet says what was charged and what comes next', () => {
  for (const [differs, tone, words] of BETS) {
    const text = betText(round(differs as never))
    assert.equal(text.tone, tone, JSON.stringify(differs))
    if (typeof words === 'string') assert.ok(wordsOf(text).includes(words), wordsOf(text))
    else assert.match(wordsOf(text), words)
  }
})

test('money words: each state of a prize and its cashback', () => {
  for (const [prize, operations, tone, words] of [
    [{}, [], 'plain', /^In the vault \| No cashback was requested\.$/],
    [{ state: 'cashed_back' }, [cashback()], 'plain', /^Cashed back \| €5\.00 was credited at 4 Mar/],
    [{ state: 'cashed_back' }, [], 'plain', /^Cashed back$/],
    [{ state: 'crediting' }, [cashback(OPEN)], 'bad', 'Coffer sends it again at'],
    [{ state: 'crediting' }, [cashback({ ...OPEN, isBusy: true })], 'bad', 'A request is handling it now.'],
    [{ state: 'crediting' }, [cashback({ state: 'parked' })], 'bad', `${COMPARE} cashback:inventory:7 with`],
    [
      {},
      [cashback({ state: 'refused', walletErrorCode: 'LIMIT' })],
      'plain',
      'The wallet refused the last cashback of €5.00. Reason: LIMIT. | The item is in the vault again',
    ],
    [{}, [cashback({ state: 'never_sent' })], 'plain', 'was not sent to the wallet. | The item is in the vault again'],
    [{ state: 'ship_requested' }, [cashback({ state: 'refused' })], 'plain', /^Shipping requested$/],
    [
      { state: 'disputed' },
      [cashback({ state: 'conflict' }), cashback({ state: 'refused' })],
      'bad',
      `The player was paid. | ${COMPARE}`,
    ],
    [
      { state: 'cashed_back' },
      [cashback({ state: 'conflict' }), cashback()],
      'bad',
      'The wallet accepted a cashback that it had refused.',
    ],
    [{ state: 'consumed' }, [], 'plain', 'search rounds for vault item 7.'],
    [{ state: 'expired' }, [], 'plain', 'Nothing was paid.'],
    [{ state: 'reserved' }, [], 'plain', 'a payout that is not confirmed yet'],
    [{ state: 'paid_out' }, [], 'plain', 'has confirmed its payout'],
    [
      { state: 'forwarded_to_casino', type: 'bonus' },
      [],
      'plain',
      'The operator grants this bonus from the event bonus_entitlement.',
    ],
    [
      { state: null, inventoryItemId: null, type: 'nuggets' },
      [],
      'plain',
      'The operator credits Nuggets from the event round_settled.',
    ],
  ] as const satisfies readonly (readonly [Partial<AdminPrize>, AdminWalletOperation[], string, string | RegExp])[]) {
    const text = prizeText({ ...PRIZE, ...prize }, round({ operations: [DEBIT, ...operations] }))
    assert.equal(text.tone, tone, wordsOf(text))
    if (typeof words === 'string') assert.ok(wordsOf(text).includes(words), wordsOf(text))
    else assert.match(wordsOf(text), words)
  }
})

test('money words: whatever the wallet answered, each sentence is whole', () => {
  const states = WALLET_OPERATION_STATES
  for (const bet of BET_STATES) {
    for (const state of states) {
      for (const status of ['settled', 'voided', 'held', 'unresolved', 'disputed'] as const) {
        const { sentences, title } = betText(
          round({ bet, status, operations: [{ ...DEBIT, state }, refund({ state })] }),
        )
        for (const sentence of sentences) assert.match(sentence, /^[A-Z€].*\.$/, `${bet} ${state} ${status}`)
        assert.doesNotMatch(title, /\.$/)
      }
    }
  }
  for (const state of states) {
    for (const held of ['unresolved', 'crediting', 'cashed_back'] as const) {
      const { sentences } = prizeText({ ...PRIZE, state: held }, round({ operations: [cashback({ state })] }))
      for (const sentence of sentences) assert.match(sentence, /^[A-Z€].*\.$/, `${held} ${state}`)
    }
  }
})

test('money words: a settled round without a prize says so', () => {
  const upgrade = {
    targetName: 'Mug',
    targetValueMinor: 900,
    chanceBps: 5000,
    rolledBps: 5231,
    isWin: false,
    stakes: [],
  }
  assert.equal(noPrizeText(round({ won: [], upgrade })), 'The player won nothing: rolled 52.31% at a chance of 50.00%.')
  assert.equal(noPrizeText(round({})), null)
  assert.equal(noPrizeText(round({ won: [], status: 'held' })), null)
})
