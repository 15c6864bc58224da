import type { ComponentChildren } from 'preact'
import { Heading } from '../parts/heading.tsx'

/** A full page that says why there is no game, and what to do. */
export function Closed({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <main class="closed">
      <svg class="closed-casket" viewBox="0 0 120 96" aria-hidden="true">
        <path class="casket-lid" d="M14 44 26 16h68l12 28Z" />
        <path class="casket-body" d="M14 44h92v40H14Z" />
        <path class="casket-shade" d="M14 44h92v8H14Z" />
        <rect class="casket-lock" x="52" y="36" width="16" height="24" rx="4" />
        <circle class="casket-hole" cx="60" cy="46" r="3" />
      </svg>
      <Heading>{title}</Heading>
      {children}
    </main>
  )
}
