/** When somebody last touched the page. A page that is left alone asks for nothing, so that the session of whoever went away ends. */
let actedAtMs = Date.now()

export function watchActivity(): void {
  const note = () => {
    actedAtMs = Date.now()
  }
  for (const kind of ['pointerdown', 'keydown', 'focus']) addEventListener(kind, note, { capture: true, passive: true })
}

/** Whether somebody sees the page, and has touched it within so long. */
export function isAttended(withinMs: number): boolean {
  return !document.hidden && Date.now() - actedAtMs < withinMs
}
