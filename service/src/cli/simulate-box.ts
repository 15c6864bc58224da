import { findBox, findVersion, type PlayableVersion } from '../catalog/index.ts'
import { present, Refusal } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { countWins, simulatedBox } from '../rounds/index.ts'
import { boxIdOf } from './box-id.ts'
import { boxFigures, boxSimulationTable } from './box-simulation-table.ts'
import { UserError } from './say.ts'
import type { Simulated } from './simulation-figures.ts'

type Asked = { seed: string; rounds: number; box: string }

export async function simulateBox(ctx: Context, { operatorId }: Operator, asked: Asked): Promise<Simulated> {
  const version = await liveVersion(ctx, operatorId, asked.box)
  const simulated = simulatedBox(version, countWins(version, asked.seed, asked.rounds))
  const { boxId, boxVersionId, boxName, priceMinor, currency } = version
  const { seed, rounds } = asked
  const result = { boxId, boxVersionId, boxName, seed, rounds, priceMinor, currency, ...boxFigures(simulated) }
  return { ok: simulated.isFair, result, words: boxSimulationTable(version, seed, simulated) }
}

async function liveVersion(ctx: Context, operatorId: number, typed: string): Promise<PlayableVersion> {
  const boxId = await boxIdOf(ctx, operatorId, typed)
  return ctx.tx(operatorId, async (tx) => {
    const box = await findBox(tx, operatorId, boxId)
    if (!box) throw new Refusal('UNKNOWN_BOX')
    if (!box.liveVersionId) throw new UserError(`${box.name} was never put on sale: it has no odds to draw from.`)
    return present(await findVersion(tx, operatorId, box.liveVersionId), 'a live version exists')
  })
}
