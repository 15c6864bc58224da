import { openAdminDoor } from './admin-door.js'
import { campaigns, openCampaigns } from './campaigns.js'
import { byId } from './dom.js'
import { goods, openGoods } from './goods.js'
import { identityDesk, openIdentityDesk } from './identity-desk.js'
import { market, openMarket } from './market.js'
import { notice } from './notice.js'
import { openOrderDesk, orderDesk } from './order-desk.js'
import { openPayouts, payouts } from './payouts.js'
import { openProtection, protection } from './protection.js'
import { isShown, whenShown } from './tabs.js'
import { openUpgrader, upgrader } from './upgrader.js'

/** The staff's panel: one job is open at a time, and only that one asks Coffer for anything. */

const JOBS = [market, campaigns, protection, payouts, goods, orderDesk, identityDesk, upgrader]

/** @param {(itemId?: number) => void} onVault Called when something of the player's vault has changed; with the item whose price it was. */
export function openStaff(onVault) {
  openAdminDoor()
  openMarket(onVault)
  openCampaigns()
  openProtection()
  openPayouts(onVault)
  openGoods(onVault)
  openOrderDesk(onVault)
  openIdentityDesk()
  openUpgrader(onVault)
  for (const { name } of JOBS) byId(`job-${name}`).addEventListener('toggle', refreshStaff)
  whenShown('staff', refreshStaff)
}

/** Reads the open job again, when the panel is in view. */
export function refreshStaff() {
  if (!isShown('staff')) return
  const job = JOBS.find(({ name }) => /** @type {HTMLDetailsElement} */ (byId(`job-${name}`)).open)
  job?.refresh().catch(notice)
}
