/** Line drawings on a ground of 24, by one hand: two strokes wide, round ends. */
const PATHS = {
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 15v2',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  camera: 'M4 8h3.5L9 5.5h6L16.5 8H20v11H4zM12 16.5a3.3 3.3 0 1 0 0-6.6 3.3 3.3 0 0 0 0 6.6z',
  file: 'M12 15V5M8 8.5L12 4.5l4 4M5 14v5h14v-5',
  alert: 'M12 4l9 15.5H3zM12 10v4.5M12 17v.2',
  close: 'M6 6l12 12M18 6L6 18',
  back: 'M14.5 5.5L8 12l6.5 6.5',
  passport: 'M6 3.5h12v17H6zM12 13.2a2.9 2.9 0 1 0 0-5.8 2.9 2.9 0 0 0 0 5.8zM9 17h6',
  id_card:
    'M3 6h18v12.5H3zM8.3 12a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6zM5.6 15.6c.5-1.3 1.5-1.9 2.7-1.9s2.2.6 2.7 1.9M14 10h4M14 13.5h4',
  driving_licence:
    'M3.5 16.5v-3.7l2-1 1.8-4.3h9.4l1.8 4.3 2 1v3.7zM5.5 11.8h13M7.2 18.5a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM16.8 18.5a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4z',
  residence_permit: 'M4 11.5L12 5l8 6.5M6 10.5V19.5h12v-9M10 19.5V14h4v5.5',
  person: 'M12 11.5a3.7 3.7 0 1 0 0-7.4 3.7 3.7 0 0 0 0 7.4zM4.5 20c.9-3.6 3.8-5.5 7.5-5.5s6.6 1.9 7.5 5.5',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.8v2M12 19.2v2M2.8 12h2M19.2 12h2M5.5 5.5l1.4 1.4M17.1 17.1l1.4 1.4M18.5 5.5l-1.4 1.4M6.9 17.1l-1.4 1.4',
  eye: 'M2.5 12S6 5.8 12 5.8 21.5 12 21.5 12 18 18.2 12 18.2 2.5 12 2.5 12zM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6z',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 7.5V12l3 2',
  tax: 'M6 3.5h9l3.5 3.5v13.5H6zM9 12h6.5M9 16h6.5M9 8h3',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name, class: more = '' }: { name: IconName; class?: string }) {
  return (
    <svg class={`icon ${more}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
