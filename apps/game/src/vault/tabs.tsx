import type { TargetedKeyboardEvent } from 'preact'

type Props<T extends string> = {
  label: string
  /** Before the ids of the tabs and of the panel. */
  name: string
  tabs: readonly { readonly id: T; readonly label: string }[]
  chosen: T
  onChoose: (id: T) => void
}

export const panelId = (name: string) => `${name}-panel`
export const tabId = (name: string, id: string) => `${name}-tab-${id}`

/** Tabs as a screen reader knows them: one of them is in the tab order, the arrow keys, Home and End walk to the others. */
export function Tabs<T extends string>({ label, name, tabs, chosen, onChoose }: Props<T>) {
  const walk = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const at = tabs.findIndex(({ id }) => id === chosen)
    const to = tabs[nextOf(event.key, at, tabs.length)]
    if (!to) return
    event.preventDefault()
    onChoose(to.id)
    document.getElementById(tabId(name, to.id))?.focus()
  }
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={walk}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          class="tab"
          id={tabId(name, tab.id)}
          data-testid={tabId(name, tab.id)}
          aria-selected={tab.id === chosen}
          aria-controls={panelId(name)}
          tabIndex={tab.id === chosen ? 0 : -1}
          onClick={() => onChoose(tab.id)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}

/** The place that a key leads to, around the ends; -1 for any other key. */
function nextOf(key: string, at: number, count: number): number {
  const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  const back = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft'
  if (key === forward) return (at + 1) % count
  if (key === back) return (at + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : -1
}
