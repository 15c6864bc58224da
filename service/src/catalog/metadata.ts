/** An item's metadata as it may leave: keys that begin with `_` are for staff only. Null when nothing is left. */
export function publicMetadata(metadata: Record<string, unknown> | null): Record<string, unknown> | null {
  const shown = Object.entries(metadata ?? {}).filter(([name]) => !name.startsWith('_'))
  return shown.length === 0 ? null : Object.fromEntries(shown)
}
