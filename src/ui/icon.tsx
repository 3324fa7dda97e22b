/** Our own strokes on a grid of 20, one path for each name. */
const paths = {
  back: 'M12 4 6 10l6 6',
  next: 'm8 4 6 6-6 6',
  down: 'm4 7 6 6 6-6',
  up: 'm4 13 6-6 6 6',
  menu: 'M3 5h14M3 10h14M3 15h14',
  today: 'M3.5 4.5h13v12h-13zM3.5 8.5h13M7 2.5v3.5m6-3.5v3.5M7 12l2 2 4-3.5',
  home: 'M3 9.5 10 3.5l7 6M5 8v8.5h10V8M8.5 16.5v-5h3v5',
  outbox: 'M3 11.5v5h14v-5M10 12.5V3.5M6.5 7 10 3.5 13.5 7',
  call: 'M6.5 3 8 7 6 8.5a9 9 0 0 0 5.5 5.5L13 12l4 1.5V17h-2A12 12 0 0 1 3 5V3z',
  directions: 'M17 3 3 9l6 2 2 6z',
  here: 'M10 14.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10 2v3.5m0 9V18M2 10h3.5m9 0H18',
  pin: 'M10 17.5S15.5 12 15.5 8a5.5 5.5 0 1 0-11 0c0 4 5.5 9.5 5.5 9.5ZM10 8h.4',
  fit: 'M3.5 7.5v-4h4m5 0h4v4m0 5v4h-4m-5 0h-4v-4',
  more: 'M4.5 10h.4m4.9 0h.4m4.9 0h.4',
  device: 'M4 4.5h12v8.5H4zM8 16.5h4M10 13v3.5',
  close: 'm5 5 10 10M15 5 5 15',
  search: 'M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12Zm4.5-1.5L17 17',
  check: 'm4 10.5 4 4 8-9',
  cross: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM7.5 7.5l5 5m0-5-5 5',
  done: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15Zm-3.5-7.3 2.5 2.5 4.5-5',
  clock: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM10 5.5V10l3 2',
  warning: 'M10 3 2.5 16.5h15L10 3Zm0 5v4m0 2.2v.3',
  info: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM10 9v5m0-8v.4',
  pause: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM8 7v6m4-6v6',
  ring: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15Z',
  phone: 'M6 2.5h8v15H6zM9 15h2',
  sending: 'M10 16V4m-5 5 5-5 5 5',
  signal: 'M3 16v-2m4.5 2v-5m5 5V8M17 16V4',
  noSignal: 'M3 16v-2m4.5 2v-5M17 16V4M3 3l14 14',
  server: 'M3 4h14v5H3zm0 7h14v5H3zM6 6.5h.4M6 13.5h.4',
  key: 'M7 13.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm3.5-3.5H17v3m-3-3v2',
  plus: 'M10 4v12M4 10h12',
  minus: 'M4 10h12',
  camera: 'M2.5 6.5h3.5l1.5-2.5h5l1.5 2.5h3.5v9.5h-15zM10 14a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  photo: 'M3 4h14v12H3zm0 9.5 4-4 4 4 2.5-2.5L17 14.5M13 7.5h.4',
  file: 'M5 2.5h6.5L15 6v11.5H5zM11 2.5V6.5h4M7.5 10.5h5M7.5 13.5h5',
  clip: 'm15.5 9.5-6 6a3.5 3.5 0 0 1-5-5l6.5-6.5a2.3 2.3 0 0 1 3.3 3.3L8 13.5a1.1 1.1 0 0 1-1.6-1.6l5.6-5.6',
  pencil: 'M3.5 16.5 4.5 13 13.5 4l2.5 2.5-9 9z',
  trash: 'M4 5.5h12M8 5.5V3.5h4v2M5.5 5.5l.7 11h7.6l.7-11',
  download: 'M10 3v10m-4.5-4.5L10 13l4.5-4.5M3.5 16.5h13',
  outside: 'M8 4H4v12h12v-4M11 4h5v5m0-5-7 7',
  flag: 'M5 17.5V3h10l-2.5 3.5L15 10H5',
  filter: 'M3 5h14l-5.5 6.5V16l-3 1v-5.5z',
  sun: 'M10 13.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM10 1.5V3m0 14v1.5M1.5 10H3m14 0h1.5M4 4l1 1m10 10 1 1m0-12-1 1M5 15l-1 1',
  moon: 'M16.5 12A7 7 0 0 1 8 3.5a7 7 0 1 0 8.5 8.5Z',
  day: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm0-14v14m0-14a7 7 0 0 1 0 14',
  out: 'M8 3.5H4v13h4M12.5 6l4 4-4 4M16 10H8',
} as const

export type IconName = keyof typeof paths

/** A small icon beside a word, never alone; hidden from screen readers. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  )
}
