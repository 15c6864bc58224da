import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleBox } from '@coffer/fixtures'
import { startService } from '@coffer/service'
import { Hidden } from '../../service/src/kernel/index.ts'
import { balanceOf, LIVE_FLOWS, SHIPPING_FEE_MINOR } from '../kill/flows.ts'
import { withTargets } from '../kill/targets.ts'
import { checkWorld } from '../support/check-world.ts'
import { makeWay } from '../support/database-way.ts'
import { inProof } from '../support/in-proof.ts'
import { readableLog } from '../support/log-reader.ts'
import type { Answer } from '../support/player.ts'
import { openRows } from '../support/rows.ts'
import { startWorld } from '../support/world.ts'

const LEASE_MS = 15_000
const PASS_MS = 300_000
const PASSES_COUNT = 20
/** The one commit whose connection stays silent; the others lose theirs, which is known without a wait, every second one with an error. */
const SILENT = { name: 'an open', commit: 2 }
/** The commits of every flow are lost in a proof. */
const FLOWS = Object.entries(LIVE_FLOWS).filter(([name]) => inProof || name === SILENT.name)
/** A healthy statement or call is not given up, on a slow machine either. */
const LIMITS = {
  ...{ statementMs: 15_000, databaseSilenceMs: 5_000, databaseWaitMs: 60_000, databaseConnectMs: 60_000 },
  attemptSendMs: 10_000,
}

test('a commit whose answer never comes is not known, so the click is told to come again, and its repeat finds what was stored', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { catalogue: withTargets(sampleBox()) } } })
  await world.settings(world.operator, {
    enabledGames: ['mystery_box', 'upgrader'],
    'session.idleMinutes': 720,
    'shipping.defaultCostMinor': SHIPPING_FEE_MINOR,
  })
  const way = await makeWay(t, world.databaseUrl)
  const { log, assertNoErrors } = readableLog()
  const { clock } = world
  const config = { ...world.service.ctx.config, databaseUrl: new Hidden(way.url), port: 0 }
  const blind = await startService(config, {
    migrate: false,
    jobs: false,
    clock,
    log,
    limits: { ...world.service.ctx.limits, ...LIMITS },
  })
  t.after(async () => {
    await blind.close()
    assertNoErrors()
  })
  const rows = openRows(world.databaseUrl)
  const isOpen = async () => (await rows.query(`select from wallet_operations where state = 'open' limit 1`)).length > 0
  let players = 0
  for (const [name, flow] of FLOWS) {
    for (let commit = 1; ; commit++) {
      const player = await world.play(world.operator, `player-${players++}`)
      const scene = await flow.prepare(world, player)
      const isSilent = name === SILENT.name && commit === SILENT.commit
      const ending = commit % 2 === 0 ? 'failed' : 'closed'
      way.loseCommit(commit, isSilent ? 'silent' : ending)
      const told = await scene.click(blind.url)
      if (!way.hasLost()) {
        assert.ok(commit > 1, `${name} commits something`)
        assert.ok(told.status < 300 || codeOf(told)! in scene.refusals, `${name}, every commit answered: ${told.text}`)
        way.loseCommit(0)
        break
      }
      const about = `${name}, commit ${commit}: ${told.text}`
      assert.deepEqual(
        [told.status, codeOf(told), told.headers.get('retry-after')],
        [503, 'SERVICE_UNAVAILABLE', '2'],
        about,
      )
      clock.advance(LEASE_MS)
      const again = await scene.click(world.baseUrl)
      for (let passes = 0; passes < PASSES_COUNT && (await isOpen()); passes++) {
        clock.advance(PASS_MS)
        await world.tick('resolver')
      }
      await checkWorld(world, { healed: true })
      const code = codeOf(again)
      const outcome = code === null ? 'changed' : scene.refusals[code]
      assert.ok(outcome, `${about}\n${again.text}`)
      const expected = scene.startMinor + (outcome === 'changed' ? scene.changeMinor : 0)
      assert.equal(balanceOf(world, player), expected, `${about}\n${again.text}`)
    }
  }
})

/** The code of a refusal; null for an answer that is none. */
function codeOf({ body }: Answer<unknown>): string | null {
  return (body as { error?: { code: string } }).error?.code ?? null
}
