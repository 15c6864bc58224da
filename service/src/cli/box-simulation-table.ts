import { decimalOf } from '@coffer/contract/currencies'
import { BOX_TOTAL_UNITS, chancePercent } from '@coffer/fairness'
import { JUDGED_FROM_WINS, type JudgedWins, PRIZE_SIGMAS, RETURN_SIGMAS, type SimulatedBox } from '../boxes/index.ts'
import { type PlayableVersion, percent as percentOfBps } from '../catalog/index.ts'
import { aligned, offBy, percent, sigmasOf } from './simulation-table.ts'

/** What a simulation of a box found, in figures to read; nothing is decided by them. */

/** `fair` is null for what is too rare to be judged. */
export function boxFigures({ roundsCount, prizes, rare, rtpBps, seenRtpBps, returned }: SimulatedBox) {
  const winsOf = ({ chanceUnits, winsCount, deviation, isFair }: JudgedWins) => ({
    ...{ chanceUnits, expectedWins: expectedWins(chanceUnits, roundsCount) },
    ...{ wins: winsCount, sigmas: sigmasOf(deviation), fair: isFair },
  })
  return {
    ...{ rtpBps, seenRtpBps, returnSigmas: sigmasOf(returned.deviation), returnFair: returned.isFair },
    prizes: prizes.map((one) => {
      const { itemId, name, valueMinor } = one.prize
      return { itemId, name, valueMinor, ...winsOf(one) }
    }),
    rarePrizes: rare && winsOf(rare),
  }
}

const expectedWins = (chanceUnits: number, roundsCount: number) =>
  Number(((roundsCount * chanceUnits) / BOX_TOTAL_UNITS).toFixed(2))

/** The table, with what was opened above it, and below it the return and what it all comes to. */
export function boxSimulationTable(version: PlayableVersion, seed: string, simulated: SimulatedBox): string {
  const { boxName, boxVersionId, currency, priceMinor } = version
  const { roundsCount, rtpBps, seenRtpBps, returned } = simulated
  const off = offBy(sigmasOf(returned.deviation), returned.isFair)
  return [
    `${boxName}, version ${boxVersionId}, opened ${roundsCount.toLocaleString('en')} times. Seed ${seed}.`,
    '',
    ...prizeTable(currency, simulated),
    '',
    `Price ${decimalOf(priceMinor, currency)} ${currency}. RTP ${percentOfBps(rtpBps)} as published, ${percentOfBps(seenRtpBps)} seen, off by ${off}.`,
    '',
    `The return may be off by ${RETURN_SIGMAS} sigma; a prize by ${PRIZE_SIGMAS}, since there are many. A prize with fewer than ${JUDGED_FROM_WINS} expected wins`,
    'is not judged alone, only together with all such prizes, when they come to as many.',
    ...verdicts(simulated),
  ].join('\n')
}

function prizeTable(currency: string, { roundsCount, prizes, rare }: SimulatedBox): string[] {
  const cells = (name: string, worth: string, { chanceUnits, winsCount, deviation, isFair }: JudgedWins) => [
    ...[name, worth, percent(chancePercent(chanceUnits), 6)],
    expectedWins(chanceUnits, roundsCount).toLocaleString('en', { minimumFractionDigits: 2 }),
    winsCount.toLocaleString('en'),
    `${offBy(sigmasOf(deviation), isFair)}${isFair === null ? ', rare' : ''}`,
  ]
  const rows = [
    ['prize', 'worth', 'chance', 'expected', 'seen', 'off by'],
    ...prizes.map((one) => cells(one.prize.name, decimalOf(one.prize.valueMinor, currency), one)),
    ...(rare ? [cells('rare ones together', '', rare)] : []),
  ]
  const longest = Math.max(...rows.map(([name]) => name!.length))
  return aligned(rows.map(([name, ...others]) => [name!.padEnd(longest), ...others]))
}

function verdicts({ prizes, rare, returned, isFair }: SimulatedBox): string[] {
  if (isFair) return ['All came out inside.']
  const far = [...prizes, ...(rare ? [rare] : [])].filter((one) => one.isFair === false).length
  return [
    ...(returned.isFair
      ? []
      : [
          'The return came out beyond. That of an honest box does so once in about 370 times, and more often when much of it lies in',
          'a rare prize: try another seed, or more rounds.',
        ]),
    ...(far === 0
      ? []
      : [
          `${far} of the rows above came out beyond. Of a hundred honest prizes any does so less than once in 1,000 times: try another`,
          'seed. If it comes again, the draw is not what was published.',
        ]),
  ]
}
