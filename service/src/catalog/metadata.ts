/** An item's metadata as it may leave: keys that begin with `_`, at any depth, are for staff only. Null when nothing is left. */
export function publicMetadata(metadata: Record<string, unknown> | null): Record<string, unknown> | null {
  const shown = shownOf(metadata ?? {})
  return Object.keys(shown).length === 0 ? null : shown
}

function shownOf(object: object): Record<string, unknown> {
  const shown = Object.entries(object).filter(([name]) => !name.startsWith('_'))
  return Object.fromEntries(shown.map(([name, value]) => [name, shownValue(value)]))
}

function shownValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shownValue)
  return typeof value === 'object' && value !== null ? shownOf(value) : value
}
