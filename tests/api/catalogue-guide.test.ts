import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { catalogueFile } from '@coffer/contract/catalogue-file'
import { s2sRoutes } from '@coffer/contract/s2s'
import type { BoxRow } from '@coffer/contract/shapes'
import { knock } from '../support/door.ts'
import { startWorld } from '../support/world.ts'

const guide = readFileSync(join(import.meta.dirname, '../../docs/operators/catalogue.md'), 'utf8')

test('the file of the operators’ guide can be imported, and each query of the guide finds its box', async (t) => {
  const file = catalogueFile.parse(JSON.parse(/```json\n(.*?)```/s.exec(guide)![1]!))
  const world = await startWorld(t, { operators: { aurum: { catalogue: file } } })
  const table = guide.slice(guide.indexOf('| You want |'), guide.indexOf('Filters compare'))
  const queries = [...table.matchAll(/`([\w.[\]]+=[^`]+)`/g)].map((match) => match[1]!)
  assert.ok(queries.length >= 14)
  const { boxId } = world.operator.boxes.kitchen!
  for (const query of queries) {
    const rawQuery = query.replace(/(ids(?:\[\])?)=1\b/, `$1=${boxId}`)
    const { status, body } = await knock(world, s2sRoutes.listBoxes, world.operator, { rawQuery })
    const { boxes } = body as unknown as { boxes: BoxRow[] }
    const found = query === 'isActive=false' ? [] : ['kitchen']
    assert.deepEqual([status, boxes.map(({ slug }) => slug)], [200, found], query)
  }
  const { box } = await world.operator.coffer.getBox({ boxId })
  assert.deepEqual(box.customAttributes, { featured: true, rank: 3, season: 'all year' })
})
