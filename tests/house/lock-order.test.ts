import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inLockOrder, LOCK_ORDER, type Tx } from '@coffer/service/platform'

/** The order is kept for each transaction; which one it is says the object alone. */
const transaction = () => ({}) as Tx

test('a transaction locks in the order of the list, as many rows of an entry as it likes, and again what it has', () => {
  const tx = transaction()
  for (const lock of LOCK_ORDER) for (const row of [1, 2]) inLockOrder(tx, lock, row)
  for (const lock of LOCK_ORDER) inLockOrder(tx, lock, 1)
})

test('whatever is locked after an entry that comes later is a bug, and so is another row of an earlier entry', () => {
  LOCK_ORDER.forEach((lock, place) => {
    for (const later of LOCK_ORDER.slice(place + 1)) {
      const tx = transaction()
      inLockOrder(tx, lock, 1)
      inLockOrder(tx, later, 1)
      assert.throws(() => inLockOrder(tx, lock, 2), { message: `broken assumption: ${lock} is locked after ${later}` })
      inLockOrder(transaction(), lock, 2)
    }
  })
})
