import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'

/** Values of filters by name. */
export type Filters = Readonly<Record<string, string>>
type ListTexts = { readonly texts: ReadonlyMap<string, Filters>; set(path: string, texts: Filters): void }

const ListTextsContext = createContext<ListTexts | null>(null)
const NONE: Filters = {}

/**
 * Keeps the text filters of each list in memory while the user moves between screens. They may be personal data, such as a name that was
 * searched for, and are therefore not part of addresses.
 */
export function ListTextsProvider({ children }: { children: ReactNode }) {
  const [texts, setTexts] = useState<ReadonlyMap<string, Filters>>(new Map())
  const value = useMemo(
    () => ({ texts, set: (path: string, own: Filters) => setTexts((before) => new Map(before).set(path, own)) }),
    [texts],
  )
  return <ListTextsContext value={value}>{children}</ListTextsContext>
}

/** The text filters of the list at this path. */
export function useListTexts(path: string): [Filters, (texts: Filters) => void] {
  const { texts, set } = useAllTexts()
  return [texts.get(path) ?? NONE, (own) => set(path, own)]
}

/** Returns a function that sets the text filters of the list at a path, for example before that list is opened. */
export function useSetListTexts(): (path: string, texts: Filters) => void {
  return useAllTexts().set
}

function useAllTexts(): ListTexts {
  const value = useContext(ListTextsContext)
  if (value === null) throw new Error('useListTexts outside ListTextsProvider')
  return value
}
