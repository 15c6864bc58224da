import { button, byId, element } from './dom.js'

/** One thing looked at closely, in a dialog over the page. */

const dialog = /** @type {HTMLDialogElement} */ (byId('detail'))
byId('close-detail').addEventListener('click', () => dialog.close())
dialog.addEventListener('click', (event) => {
  if (event.target === dialog) dialog.close()
})

/** @param {string} title @param {Node[]} content */
export function openDetail(title, content) {
  byId('detail-title').textContent = title
  byId('detail-body').replaceChildren(...content)
  if (!dialog.open) dialog.showModal()
  byId('detail-body').scrollTop = 0
}

/** Names and values, one pair in a line. @param {[string, string | Node | null][]} pairs */
export function facts(pairs) {
  const list = element('dl', 'facts')
  for (const [name, value] of pairs) {
    if (value === null) continue
    list.append(element('dt', '', name), element('dd', '', value))
  }
  return list
}

/**
 * A text to look at and to copy. `shown` is what stands on the page when it differs from what is copied.
 * @param {string} title
 * @param {string} text
 * @param {{shown?: string | Node, note?: string}} [options]
 */
export function textBlock(title, text, { shown = text, note } = {}) {
  const heading = element('div', 'block-head', element('h3', '', title), copyButton(title, text))
  const box = element('pre', '', shown)
  box.tabIndex = 0
  box.setAttribute('role', 'region')
  box.setAttribute('aria-label', title)
  return element('section', 'block', heading, ...(note ? [element('p', 'lead', note)] : []), box)
}

/** @param {string} title @param {Record<string, string>} headers */
export function headerBlock(title, headers) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return textBlock(title, lines.join('\n'))
}

/** @param {string} what @param {string} text */
function copyButton(what, text) {
  const node = button('Copy', 'quiet small', async () => {
    try {
      await navigator.clipboard.writeText(text)
      node.textContent = 'Copied'
    } catch {
      // Refused, or not there: a page over plain http has no clipboard.
      node.textContent = 'Select it by hand'
    }
  })
  node.setAttribute('aria-label', `Copy: ${what}`)
  return node
}
