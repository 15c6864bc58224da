import { element } from './dom.js'

/** The text that is signed, made visible and made repeatable. */

/** A text with LF where each line feed stands, which a copy of the text leaves out. @param {string} text */
export function visibleLineFeeds(text) {
  const box = document.createElement('span')
  const lines = text.split('\n')
  for (const [index, line] of lines.entries()) {
    box.append(line)
    if (index === lines.length - 1) continue
    box.append(element('span', 'feed', 'LF'), '\n')
  }
  return box
}

/**
 * A line for a shell that prints the signature of a canonical string.
 * @param {string} canonical
 * @param {string} secretName Of the shell variable that holds the secret.
 */
export function opensslLine(canonical, secretName) {
  const lines = canonical.split('\n')
  const format = lines.map(() => '%s').join('\\n')
  return `printf '${format}' ${lines.map(quoted).join(' ')} | openssl dgst -sha256 -hmac "$${secretName}" -hex`
}

/** @param {string} text */
function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`
}
