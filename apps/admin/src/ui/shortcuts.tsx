import { useLocalStorage } from '@mantine/hooks'
import { useEffect, useRef } from 'react'

const STORED_AS = 'coffer-desk-keys'

/** The setting of this browser that switches single-key shortcuts off, for people who use speech input. */
export function useShortcutSetting() {
  return useLocalStorage<'on' | 'off'>({
    key: STORED_AS,
    defaultValue: 'on',
    getInitialValueInEffect: false,
    serialize: (value) => value,
    deserialize: (text) => (text === 'off' ? 'off' : 'on'),
  })
}

/** The action of each key. One that returns `'ignored'` leaves the key to the browser. */
type Shortcuts = { readonly [key: string]: () => unknown }

/** Single-key shortcuts of a screen. They do nothing while the user types or a dialog is open. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const [setting] = useShortcutSetting()
  const current = useRef(shortcuts)
  useEffect(() => {
    current.current = shortcuts
  })
  useEffect(() => {
    if (setting === 'off') return
    const run = (event: KeyboardEvent) => {
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
      const action = Object.hasOwn(current.current, key) ? current.current[key] : undefined
      if (action === undefined || !isFree(event)) return
      if (action() !== 'ignored') event.preventDefault()
    }
    addEventListener('keydown', run)
    return () => removeEventListener('keydown', run)
  }, [setting])
}

/** True while an input method converts what is typed. The key that ends the conversion is part of it; Safari reports that only by its code. */
export function isComposing({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229
}

const TEXT_FIELD = 'textarea, select, input:not([type="checkbox"], [type="radio"])'

/** True when the key is neither typed into a field, nor used by a group of choices, nor meant for a dialog. */
function isFree(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return false
  const target = event.target instanceof Element ? event.target : null
  if (target?.matches(TEXT_FIELD) || (target?.matches('[type="radio"]') && event.key.startsWith('Arrow'))) return false
  return document.querySelector('[role="dialog"]') === null
}
