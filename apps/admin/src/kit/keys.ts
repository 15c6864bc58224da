import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

const KEPT_AS = 'coffer-desk-keys'

/** Whoever speaks to their computer must be able to switch single keys off. */
export const keysOn = signal(localStorage.getItem(KEPT_AS) !== 'off')

export function setKeysOn(on: boolean): void {
  keysOn.value = on
  localStorage.setItem(KEPT_AS, on ? 'on' : 'off')
}

export type Keys = { readonly [key: string]: () => void }

/** Single keys of a screen. None acts while something is typed, or in a dialog. */
export function useKeys(keys: Keys): void {
  const current = useRef(keys)
  current.current = keys
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      const name = event.key.length === 1 ? event.key.toLowerCase() : event.key
      if (!Object.hasOwn(current.current, name) || !isForUs(event)) return
      event.preventDefault()
      current.current[name]!()
    }
    addEventListener('keydown', act)
    return () => removeEventListener('keydown', act)
  }, [])
}

function isForUs(event: KeyboardEvent): boolean {
  if (!keysOn.value || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  const { target } = event
  const isTyped = target instanceof Element && target.matches('input, textarea, select')
  return !isTyped && document.querySelector('dialog[open]') === null
}
