import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TEST_SEED } from '../support/seeds.ts'
import { wordsOf } from './report.ts'
import { runKills } from './run.ts'

const KILLS_COUNT = 100
const AT_LEAST = { settledCount: 60, sharingCount: 2 }

test('processes, wallet and database are killed under load, and no money is lost, charged twice or given away', async (t) => {
  t.diagnostic(`TEST_SEED=${TEST_SEED}`)
  const report = await runKills({ seed: TEST_SEED, kills: KILLS_COUNT, atLeast: AT_LEAST })
  t.diagnostic(wordsOf(report))
  assert.equal(report.violations.length, 0, wordsOf(report))
})
