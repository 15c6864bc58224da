import type { ComponentChildren } from 'preact'

/** A place with nothing in it yet: an empty bell jar that says what will stand here. */
export function Empty({ title, text, children }: { title: string; text: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <svg class="empty-vitrine" viewBox="0 0 160 132" aria-hidden="true">
        <circle class="knob" cx="80" cy="13" r="6" />
        <path class="glass" d="M38 104V61a42 42 0 0 1 84 0v43Z" />
        <path class="shine" d="M50 88V62a30 30 0 0 1 14-25" />
        <ellipse class="shade" cx="80" cy="99" rx="28" ry="4" />
        <path class="plinth" d="M28 104h104v8H28Z" />
        <path class="plinth-base" d="M36 112h88v10H36Z" />
      </svg>
      <h2 class="section-title">{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  )
}
