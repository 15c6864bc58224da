import type { PlayFailure } from '@coffer/web'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type Entry, type Field, mended, type Problems, problemsOf, refusedFields } from './address-form.ts'

/** What is wrong with a form. It is said once the player wants to go on, and then as they write; the first of it takes the focus. */
export function useAddressForm(fields: readonly Field[], failure: PlayFailure | null) {
  const ref = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Problems>({})
  const [tries, setTries] = useState(0)
  const tell = (found: Problems) => {
    setProblems(found)
    setTries((count) => count + 1)
  }
  useEffect(() => {
    const refused = failure?.answer?.error.fields
    if (refused) tell(refusedFields(refused, fields))
  }, [failure])
  useLayoutEffect(() => ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [tries])
  return {
    ref,
    problems,
    /** True when it can be sent. */
    check(entry: Entry): boolean {
      const found = problemsOf(entry, fields)
      tell(found)
      return Object.keys(found).length === 0
    },
    rewritten(entry: Entry, field: Field): void {
      if (problems[field]) setProblems(mended(problems, entry, field))
    },
  }
}
