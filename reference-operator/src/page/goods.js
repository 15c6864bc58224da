import { read, send } from './api.js'
import { byId } from './dom.js'
import { doJob, fillChoice, sayState } from './staff-job.js'

/** What the casino sells for its own points. */

const choice = /** @type {HTMLSelectElement} */ (byId('goods-item'))

export const goods = { name: 'goods', path: '/api/s2s/nuggets/', refresh }

/** @param {() => void} onVault */
export function openGoods(onVault) {
  byId('goods-form').addEventListener('submit', async (event) => {
    event.preventDefault()
    const name = choice.selectedOptions[0]?.text ?? ''
    await doJob(goods, async () => {
      await send('goods', { itemId: Number(choice.value) })
      sayState('goods', `${name} is in the vault`)
    })
    onVault()
  })
}

async function refresh() {
  // The shop does not change while one looks on.
  if (choice.options.length > 0) return
  const { goods: things } = await read('goods')
  fillChoice(
    choice,
    things.map((/** @type {any} */ { itemId, name }) => ({ value: String(itemId), text: name })),
  )
}
