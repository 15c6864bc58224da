const PATHS = {
  home: 'M2 7.5 8 2.5l6 5M3.5 6.5v7h9v-7M6.5 13.5v-4h3v4',
  box: 'M2 5 8 2l6 3v6l-6 3-6-3zM2 5l6 3 6-3M8 8v6',
  dice: 'M4 2.5h8A1.5 1.5 0 0 1 13.5 4v8a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 12V4A1.5 1.5 0 0 1 4 2.5M5.5 5.5h.01M10.5 5.5h-.01M8 8h.01M5.5 10.5h.01M10.5 10.5h-.01',
  done: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M5.3 8.2 7.2 10l3.5-4',
  open: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12',
  back: 'M10 3 5 8l5 5',
  turn: 'M13 8a5 5 0 1 1-1.6-3.7M13 2v3h-3',
  out: 'M3 8h10',
  in: 'M3 8h10M8 3v10',
  larger: 'M9 3h4v4M13 3 9 7M7 13H3V9M3 13l4-4',
  smaller: 'M13 7H9V3M9 7l4-4M3 9h4v4M7 9l-4 4',
  identity:
    'M2 3.5h12v9H2zM5.5 8a1.25 1.25 0 1 0 0-2.5 1.25 1.25 0 0 0 0 2.5M3.8 10.5c.2-1 .9-1.4 1.7-1.4s1.5.4 1.7 1.4M9.5 6.5h3M9.5 9.5h3',
  person: 'M8 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M3 13.5c.5-3 2.5-4 5-4s4.5 1 5 4',
  people:
    'M6 7.5A2.25 2.25 0 1 0 6 3a2.25 2.25 0 0 0 0 4.5M1.5 13c.4-2.6 2.2-3.5 4.5-3.5s4.1.9 4.5 3.5M10.5 3.2a2.25 2.25 0 0 1 0 4.1M12 9.8c1.5.4 2.3 1.4 2.5 3.2',
  player:
    'M5 4.5h6a3.5 3.5 0 0 1 3.5 3.5v1.6a2 2 0 0 1-3.6 1.1L10 9.5H6l-.9 1.2a2 2 0 0 1-3.6-1.1V8A3.5 3.5 0 0 1 5 4.5M5 6v2M4 7h2M10.5 7h.01M12 7h-.01',
  tag: 'M2.5 2.5h5L14 9l-5 5-6.5-6.5zM5.5 5.5h.01',
  truck:
    'M2.9 11.5H1.5v-8h8v8H6.1M9.5 6.5h2.9l2.1 2.5v2.5h-.9M9.5 11.5h.9M4.5 13a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2M12 13a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2',
  picture: 'M2 3h12v10H2zM2 11l3.5-3.5 3 3 2-2L14 12M10.5 6h.01',
  log: 'M3.5 2h9v12h-9zM6 5.5h4M6 8h4M6 10.5h2.5',
  webhook:
    'M8 5.8a2 2 0 1 0 0-4 2 2 0 0 0 0 4M3.5 14.2a2 2 0 1 0 0-4 2 2 0 0 0 0 4M12.5 14.2a2 2 0 1 0 0-4 2 2 0 0 0 0 4M7 5.5l-2.6 5M9 5.5l2.6 5M5.5 12.2h5',
  link: 'M6.5 9.5a2.5 2.5 0 0 0 3.6 0l2.6-2.6a2.5 2.5 0 0 0-3.6-3.6l-.9.9M9.5 6.5a2.5 2.5 0 0 0-3.6 0L3.3 9.1a2.5 2.5 0 0 0 3.6 3.6l.9-.9',
  key: 'M5 14a3 3 0 1 0 0-6 3 3 0 0 0 0 6M7.1 8.9 13 3M10.5 5.5 13 8M8.8 7.2l1.6 1.6',
  send: 'M14 2 7 9M14 2 9.5 14 7 9 2 6.5z',
  download: 'M8 2v8M5 7.5 8 10.5l3-3M3 13.5h10',
  up: 'M8 13V3M4 7l4-4 4 4',
  down: 'M8 3v10M4 9l4 4 4-4',
  remove: 'M4 4l8 8M12 4l-8 8',
  lock: 'M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5M8 10v1',
  unlock: 'M3.5 7.5h9v6h-9zM5.5 7.5V4.5a2.5 2.5 0 0 1 4.8-1M8 10v1',
  keyboard: 'M2 4h12v8H2zM4.5 6.5h.01M7 6.5h.01M9.5 6.5h.01M12 6.5h-.01M5 9.5h6',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10M10.6 10.6 14 14',
  contrast: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M8 2v12',
  leave: 'M6 3H3v10h3M10.5 5.5 13 8l-2.5 2.5M13 8H6.5',
} as const

export type IconName = keyof typeof PATHS

/** A decorative icon. The element that contains it has a label in words. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
