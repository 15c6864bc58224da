import { button, element } from './dom.js'

/**
 * A word about what is kept from view, and a way to see it. Nothing when there is nothing of a person in it.
 * @param {'none' | 'masked' | 'shown'} personal
 * @param {(shows: boolean) => void} lookAgain
 */
export function personalNote(personal, lookAgain) {
  if (personal === 'none') return []
  const isMasked = personal === 'masked'
  const words = isMasked ? 'What is personal is hidden here.' : 'What is personal is shown. Hide it when you are done.'
  const toggle = button(isMasked ? 'Show it' : 'Hide it', 'quiet small', () => lookAgain(isMasked))
  toggle.dataset.testid = 'toggle-personal'
  const note = element('p', 'personal', element('span', 'told', words), toggle)
  return [note]
}

/** What to ask for. @param {boolean} shows @returns {Record<string, string>} */
export function personalQuery(shows) {
  return shows ? { personal: 'show' } : {}
}
