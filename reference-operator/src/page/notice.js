/** One line above the page for what went wrong, until it is closed or replaced. */

const box = /** @type {HTMLElement} */ (document.getElementById('notice'))
const text = /** @type {HTMLElement} */ (box.querySelector('p'))
box.querySelector('button')?.addEventListener('click', clearNotice)

/** @param {unknown} problem */
export function notice(problem) {
  text.textContent = problem instanceof Error ? problem.message : String(problem)
  box.hidden = false
}

export function clearNotice() {
  box.hidden = true
}
