import { setTimeout as sleep } from 'node:timers/promises'
import { type Fault, type FaultRule, faults } from '@coffer/reference-operator'
import type { Dice } from './dice.ts'
import { LONGEST_WALLET_DELAY_MS } from './limits.ts'
import type { Part } from './part.ts'

const LOST = [
  faults.hang,
  faults.serverError,
  faults.reset,
  faults.garbage,
  faults.empty,
  faults.acceptedAsText,
  faults.redirect,
  faults.trickle,
]
const CODES = ['INSUFFICIENT_FUNDS', 'PLAYER_BLOCKED', 'LIMIT_REACHED']

/** Sets other faults on the wallets every now and then, until it is over; the sky is clear in between. */
export async function changeWeather(wallet: Part, dice: Dice, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const rules = dice.percent(25) ? [] : Array.from({ length: dice.between(1, 4) }, () => ruleOf(dice))
    wallet.send({ faults: rules })
    await sleep(dice.between(200, 1_500))
  }
  wallet.send({ faults: [] })
}

function ruleOf(dice: Dice): FaultRule {
  const type = dice.pick(['wallet.debit', 'wallet.debit', 'wallet.credit', undefined] as const)
  return { when: type ? { type } : {}, times: dice.between(1, 4), fault: faultOf(dice) }
}

function faultOf(dice: Dice): Fault {
  const apply = dice.percent(50)
  switch (dice.weighted({ lost: 50, late: 15, hangThenApply: 15, refuse: 17, refuseWithoutCode: 3 })) {
    case 'lost':
      return dice.pick(LOST)({ apply })
    case 'late':
      return faults.slow(dice.between(100, LONGEST_WALLET_DELAY_MS))
    case 'hangThenApply':
      return faults.hangThenApply(dice.between(100, LONGEST_WALLET_DELAY_MS))
    case 'refuse':
      return faults.refuse(dice.pick(CODES))
    case 'refuseWithoutCode':
      return faults.refuseWithoutCode()
  }
}
