import type { ComponentChildren } from 'preact'

type Tone = 'plain' | 'hint' | 'good' | 'bad' | 'info'

export function Chip({ tone = 'plain', children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={`chip is-${tone}`}>{children}</span>
}
