import { type RefObject, useEffect, useRef } from 'react'

/** A ref for the fields of a form. Each submission moves the focus to the first of them that is not valid. */
export function useFaultFocus(submitCount: number): RefObject<HTMLDivElement | null> {
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (submitCount > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [submitCount])
  return fields
}
