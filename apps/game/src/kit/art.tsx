import { useState } from 'preact/hooks'

/** Picture of a box or an item. It is named beside it, so it has no words of its own; without one stands a closed casket. */
export function Art({ src, lazy = false }: { src: string | null; lazy?: boolean }) {
  const [broken, setBroken] = useState<string | null>(null)
  if (src === null || src === broken) return <Casket />
  return (
    <img
      class="art"
      src={src}
      alt=""
      loading={lazy ? 'lazy' : 'eager'}
      decoding="async"
      draggable={false}
      onError={() => setBroken(src)}
    />
  )
}

function Casket() {
  return (
    <svg class="art art-plain" viewBox="0 0 64 64" aria-hidden="true">
      <path class="casket-lid" d="M12 28 18 15h28l6 13Z" />
      <path class="casket-body" d="M12 28h40v22H12Z" />
      <rect class="casket-lock" x="28" y="24" width="8" height="12" rx="2" />
    </svg>
  )
}
