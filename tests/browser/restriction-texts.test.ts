import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AdminPlayer, RestrictionChange } from '@coffer/contract/admin'
import type { Restrictions } from '@coffer/contract/players'
import { describeChanges } from '../../apps/admin/src/players/describe-changes.ts'
import { checkDraft, type Draft, draftOf, effectOf, utcMoment } from '../../apps/admin/src/players/restriction-draft.ts'

const NOW = Date.parse('2031-03-04T05:06:07.000Z')
const SOON = '2031-03-04T06:00:00.000Z'

const NONE: Restrictions = {
  ...{ playerExternalId: 'ann', isRestricted: false, selfExcluded: false, coolOffUntil: null, dailySpendMinor: null },
  ...{ dailySpendCurrency: null, dailyOpensCount: null, today: { spentMinor: 0, opensCount: 0 }, updatedAt: null },
}

function playerWith(restrictions: Partial<Restrictions>, currency = 'EUR'): AdminPlayer {
  return {
    ...{ playerId: 1, playerExternalId: 'ann', createdAt: SOON, currency, sessions: { count: 0, lastSeenAt: null } },
    ...{ restrictions: { ...NONE, ...restrictions }, restrictionVersion: 0, restrictionChanges: [], verifications: [] },
  }
}

const check = (player: AdminPlayer, edits: Partial<Draft>) =>
  checkDraft({ ...draftOf(player), reason: 'Asked', ...edits }, player, NOW)

test('restriction draft: only the fields that differ are changed, and empty fields lift', () => {
  const all = playerWith({
    ...{ selfExcluded: true, coolOffUntil: SOON, dailyOpensCount: 20 },
    ...{ dailySpendMinor: 5000, dailySpendCurrency: 'EUR' },
  })
  for (const [player, edits, change] of [
    [playerWith({}), {}, {}],
    [all, {}, {}],
    [all, { opens: '21' }, { dailyOpensCount: 21 }],
    [all, { opens: '' }, { dailyOpensCount: null }],
    [all, { spend: '50' }, {}],
    [all, { spend: '0' }, { dailySpendMinor: 0 }],
    [all, { spend: '' }, { dailySpendMinor: null }],
    [all, { coolOff: '' }, { coolOffUntil: null }],
    [all, { selfExcluded: false }, { selfExcluded: false }],
    [all, { coolOff: '2031-03-05T06:00' }, { coolOffUntil: '2031-03-05T06:00:00.000Z' }],
    [playerWith({}), { spend: '1,250.50' }, { dailySpendMinor: 125_050 }],
    [playerWith({}, 'JPY'), { spend: '1250' }, { dailySpendMinor: 1250 }],
  ] as const) {
    assert.deepEqual(check(player, edits), { change, faults: {} }, JSON.stringify(edits))
  }
})

test('restriction draft: a limit in another currency is kept unless it is replaced or removed', () => {
  const player = playerWith({ dailySpendMinor: 5000, dailySpendCurrency: 'USD' })
  assert.deepEqual(check(player, {}).change, {})
  assert.deepEqual(check(player, { spend: '50' }).change, { dailySpendMinor: 5000 })
  assert.deepEqual(check(player, { removesSpend: true }).change, { dailySpendMinor: null })
})

test('restriction draft: what is not valid is named by its field', () => {
  for (const [edits, field] of [
    [{ coolOff: '2031-03-04T05:06' }, 'coolOffUntil'],
    [{ coolOff: '2031-02-30T05:06' }, 'coolOffUntil'],
    [{ coolOff: null }, 'coolOffUntil'],
    [{ spend: '12.345' }, 'dailySpendMinor'],
    [{ spend: 'ten' }, 'dailySpendMinor'],
    [{ spend: '10000000000.01' }, 'dailySpendMinor'],
    [{ opens: '1.5' }, 'dailyOpensCount'],
    [{ opens: '1000001' }, 'dailyOpensCount'],
    [{ reason: ' ' }, 'reason'],
  ] as const) {
    const { faults, change } = check(playerWith({}), edits)
    assert.deepEqual([Object.keys(faults), change], [[field], {}], JSON.stringify(edits))
  }
  assert.equal(utcMoment('2031-03-04T05:06:07'), '2031-03-04T05:06:07.000Z')
})

test('restriction draft: the effect on the player is stated when playing ends or begins', () => {
  const ends = 'The player’s sessions end when you save.'
  const begins = 'The player can start games again when you save.'
  const [free, excluded] = [playerWith({}), playerWith({ selfExcluded: true, coolOffUntil: SOON })]
  assert.equal(effectOf({ selfExcluded: true }, free), ends)
  assert.equal(effectOf({ coolOffUntil: SOON }, free), ends)
  assert.equal(effectOf({ dailyOpensCount: 0 }, free), null)
  assert.equal(effectOf({ selfExcluded: false }, excluded), null)
  const lifted = { selfExcluded: false, coolOffUntil: null }
  assert.equal(effectOf(lifted, excluded), begins)
  assert.equal(effectOf({ ...lifted, dailyOpensCount: 5 }, excluded), `${begins} Daily limits still apply.`)
  const limited = playerWith({ selfExcluded: true, dailyOpensCount: 5 })
  assert.equal(effectOf(lifted, limited), `${begins} Daily limits still apply.`)
  assert.equal(effectOf({ ...lifted, dailyOpensCount: null }, limited), begins)
})

test('restriction changes: each is described with the currency that held then', () => {
  const change = (entryNumber: number, ...changes: RestrictionChange['changes']): RestrictionChange => ({
    ...{ entryNumber, at: SOON, actor: 'ck_1', actorName: null, isPlatformStaff: false, reason: null, changes },
  })
  const now = { ...NONE, dailySpendMinor: 700, dailySpendCurrency: 'EUR' }
  const described = describeChanges(
    [
      change(
        9,
        { field: 'dailySpendMinor', before: 500, after: 700 },
        { field: 'dailyOpensCount', before: 3, after: null },
      ),
      change(
        8,
        { field: 'dailySpendMinor', before: 900, after: 500 },
        { field: 'dailySpendCurrency', before: 'USD', after: 'EUR' },
      ),
      change(7, { field: 'dailySpendMinor', before: 800, after: 900 }),
      change(
        6,
        { field: 'dailySpendMinor', before: null, after: 800 },
        { field: 'dailySpendCurrency', before: null, after: 'USD' },
        { field: 'selfExcluded', before: true, after: false },
      ),
      change(5, { field: 'selfExcluded', before: false, after: true }, { field: 'newField', before: 1, after: 2 }),
      change(4),
    ],
    now,
  )
  assert.deepEqual(
    described.map(({ lines }) => lines),
    [
      ['Daily spend limit set to €7.00', 'Daily opens limit lifted'],
      ['Daily spend limit set to €5.00'],
      ['Daily spend limit set to US$9.00'],
      ['Daily spend limit set to US$8.00', 'Self-exclusion lifted'],
      ['Self-exclusion set', 'newField changed'],
      ['Restrictions changed'],
    ],
  )
})
