type Json = Record<string, unknown>

/** The path of every value in a JSON tree that holds no other. */
export function leafPaths(tree: unknown, path: string[] = []): string[][] {
  if (typeof tree !== 'object' || tree === null) return [path]
  return Object.entries(tree).flatMap(([key, value]) => leafPaths(value, [...path, key]))
}

/** A copy of the tree with the value at the path replaced; the tree itself stays as it was. */
export function replaced(tree: unknown, [key, ...rest]: string[], value: unknown): unknown {
  const copy: Json = (Array.isArray(tree) ? [...tree] : { ...(tree as Json) }) as Json
  copy[key!] = rest.length === 0 ? value : replaced(copy[key!], rest, value)
  return copy
}

/** A copy of the tree in which the leaf at the path is another value of the same type, one of two by `how`. */
export function tampered(tree: unknown, path: string[], how: number): unknown {
  const leaf = path.reduce<unknown>((part, key) => (part as Json)[key], tree)
  return replaced(tree, path, otherValue(leaf, how % 2 === 0))
}

function otherValue(leaf: unknown, first: boolean): unknown {
  if (typeof leaf === 'number') return first || leaf === 0 ? leaf + 1 : leaf - 1
  if (typeof leaf === 'string') return first ? `${leaf}0` : `${leaf.startsWith('0') ? '1' : '0'}${leaf.slice(1)}`
  return first ? 'something' : 1
}
