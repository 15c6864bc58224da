import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AdminItemRow } from '@coffer/contract/admin'
import fc from 'fast-check'
import type { ChanceFormat } from '../../apps/admin/src/boxes/chance-text.ts'
import { copiedPrizes } from '../../apps/admin/src/boxes/copied-prizes.ts'
import { pastedRows, readPastedPrizes } from '../../apps/admin/src/boxes/pasted-prizes.ts'
import { drafts } from '../support/version-drafts.ts'

const read = (text: string) => {
  const { prizes, faults } = readPastedPrizes(text)
  return faults.length > 0 ? faults : prizes.map(({ line, key, units }) => `${line} ${key} ${units}`)
}

test('pasted prizes: a copied list is the same list when it is pasted', () => {
  fc.assert(
    fc.property(drafts, fc.constantFrom<ChanceFormat>('percent', 'units'), ({ rows }, unit) => {
      const { prizes, faults } = readPastedPrizes(copiedPrizes(rows, unit))
      assert.deepEqual(faults, [])
      assert.deepEqual(
        prizes.map(({ key, units }) => [key, units]),
        rows.map(({ key, units }) => [key, units]),
      )
    }),
  )
})

const MORE_COLUMNS =
  'Line 1 has more than 2 columns. Put numbers with commas into quotation marks, or name the columns in the first line.'
const LINE_1 = 'Line 1: enter a percentage such as 12.5%, or a whole number of units.'

test('pasted prizes: commas, semicolons and tabs separate cells, and other columns need a header', () => {
  for (const [text, expected] of [
    ['mug,66.5%\ncrown,33500000', ['1 mug 66500000', '2 crown 33500000']],
    ['\ufeffmug;"66,500,000"\r\n\r\ncrown; 33.5 %\r\n', ['1 mug 66500000', '3 crown 33500000']],
    ['mug\t66,500,000\ncrown\t33.5%', ['1 mug 66500000', '2 crown 33500000']],
    ['name,Item,value,Chance\n"A, B",mug,9.50,1%', ['2 mug 1000000']],
    ['item,5%\nchance,5', ['1 item 5000000', '2 chance 5']],
    ['mug\t16,75%\ncrown\t 5 \n\t\n', ['1 mug 16750000', '2 crown 5']],
    ['mug,66,500,000', [MORE_COLUMNS]],
    ['mug,12,5%', [MORE_COLUMNS]],
    ['mug\t66,5\ncrown\t33,45', [LINE_1, LINE_1.replace('1', '2')]],
    ['item,chance\n', ['The list has no prizes.']],
    ['item,chance\nmug,5%,1', [MORE_COLUMNS.replace('1', '2')]],
    ['', ['The list has no prizes.']],
    ['mug,"5', ['Line 1: a quotation mark is not closed, or is inside a value without quotation marks.']],
    [`${'mug,5\n'.repeat(1001)}`, ['The list has more than 1,000 prizes.']],
    ['x'.repeat(200_001), ['The list has more than 200,000 characters.']],
    [
      'mug,0\ncrown,66.5\nmug,5\nspins\nfew words,5\n=1+1,5%',
      [
        'Line 1: enter a percentage such as 12.5%, or a whole number of units.',
        'Line 2: enter a percentage such as 12.5%, or a whole number of units.',
        'Line 3: mug is on line 1 already.',
        'Line 4: enter a percentage such as 12.5%, or a whole number of units.',
        'Line 5 has no valid item key.',
        'Line 6 has no valid item key.',
      ],
    ],
  ] as const) {
    assert.deepEqual(read(text), expected, text.slice(0, 100))
  }
})

test('pasted prizes: each line is a row of its item, and unknown items are named', () => {
  const item = { itemId: 7, key: 'mug', name: 'Mug', type: 'physical', valueMinor: 950, imageUrl: null, stock: 3 }
  const items = [{ ...item, archivedAt: '2026-01-01T00:00:00.000Z' } as AdminItemRow]
  const { rows, faults } = pastedRows(readPastedPrizes('mug,12.5%\nJar,5').prizes, items, 'units')
  assert.deepEqual(faults, ['Line 2: no item has the key Jar.'])
  assert.deepEqual(rows, [{ ...item, isArchived: true, chance: '12,500,000', units: 12_500_000, isLocked: false }])
})
