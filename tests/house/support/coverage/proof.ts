/** A test that shows a row: its file below `tests`, without `.test.ts`, and its title, with `…` where the source has a value. */
export type Proof = readonly [file: string, title: string]

/** One test, or several that show the row together. Null: none does, which the house does not let pass. */
export type Entry = Proof | readonly Proof[] | null

export type Row = { readonly name: string; readonly entry: Entry }
export type Section = { readonly title: string; readonly rows: readonly Row[] }

export function proofsOf(entry: Entry): readonly Proof[] {
  if (entry === null) return []
  return isOne(entry) ? [entry] : entry
}

const isOne = (entry: Proof | readonly Proof[]): entry is Proof => typeof entry[0] === 'string'

export function rowsOf(entries: Readonly<Record<string, Entry>>): Row[] {
  return Object.entries(entries).map(([name, entry]) => ({ name, entry }))
}
