/**
 * A node of a drawing.
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...(string | Node)} content
 */
export function svg(tag, attributes, ...content) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value))
  node.append(...content)
  return node
}
