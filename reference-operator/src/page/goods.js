import { addressFields, contactFields, deliveryIn } from './address-form.js'
import { read, send } from './api.js'
import { byId } from './dom.js'
import { shortName } from './order-words.js'
import { doJob, fillChoice, sayState } from './staff-job.js'

/** What the casino sells for its own points. */

const choice = /** @type {HTMLSelectElement} */ (byId('goods-item'))
const isSent = /** @type {HTMLInputElement} */ (byId('goods-send'))
const delivery = byId('goods-delivery')

export const goods = { name: 'goods', path: '/api/s2s/nuggets/', refresh }

/** @param {() => void} onVault */
export function openGoods(onVault) {
  delivery.append(...addressFields(), ...contactFields())
  isSent.addEventListener('change', () => {
    delivery.hidden = !isSent.checked
  })
  byId('goods-form').addEventListener('submit', async (event) => {
    event.preventDefault()
    await doJob(goods, sell)
    onVault()
  })
}

async function sell() {
  const name = choice.selectedOptions[0]?.text ?? ''
  const { order } = await send('goods', { itemId: Number(choice.value), ...(isSent.checked && deliveryIn(delivery)) })
  sayState('goods', order === null ? `${name} is in the vault` : `${name} is on order ${shortName(order.publicId)}`)
}

async function refresh() {
  // The shop does not change while one looks on.
  if (choice.options.length > 0) return
  const { goods: things } = await read('goods')
  fillChoice(
    choice,
    things.map(({ itemId, name }) => ({ value: String(itemId), text: name })),
  )
}
