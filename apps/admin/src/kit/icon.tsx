const PATHS = {
  back: 'M10 3 5 8l5 5',
  turn: 'M13 8a5 5 0 1 1-1.6-3.7M13 2v3h-3',
  out: 'M3 8h10',
  in: 'M3 8h10M8 3v10',
  larger: 'M9 3h4v4M13 3 9 7M7 13H3V9M3 13l4-4',
  smaller: 'M13 7H9V3M9 7l4-4M3 9h4v4M7 9l-4 4',
} as const

export type IconName = keyof typeof PATHS

/** Drawn, as not every computer has letters for it. Whatever it stands on says in words what it means. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
