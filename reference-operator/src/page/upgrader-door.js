import { read } from './api.js'
import { byId } from './dom.js'
import { chanceText } from './upgrade-words.js'

/** The way from the lobby into the Upgrader, for a casino that has it. */

const door = byId('upgrader-door')
const enter = byId('open-upgrader')

/** @param {(openedBy: HTMLElement) => void} onEnter */
export function openUpgraderDoor(onEnter) {
  enter.addEventListener('click', () => onEnter(enter))
}

/** Shows the door when the casino has the game; without an answer there is none. @param {string} currency */
export async function showUpgraderDoor(currency) {
  const { isOffered, config } = await read('upgrader', { currency }).catch(() => ({ isOffered: false, config: null }))
  door.hidden = !isOffered
  if (!isOffered || config === null) return
  const { modes, chancePresetsBps, houseEdgeBps } = config
  const stake = [...(modes.balance ? ['an amount'] : []), ...(modes.items ? ['things that you have won'] : [])]
  const chances = chancePresetsBps.map((bps) => chanceText(bps)).join(', ')
  byId('upgrader-words').textContent =
    `Stake ${stake.join(' or ')} on one thing that you choose. Chances: ${chances}. House edge: ${chanceText(houseEdgeBps)}.`
}
