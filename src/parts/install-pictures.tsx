const drawing = {
  viewBox: '0 0 200 112',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2.5,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

const faint = { strokeOpacity: 0.35 } as const
/** `textLength` keeps the words in place with any font of the device. */
const words = { fill: 'currentColor', stroke: 'none', fontWeight: 600, lengthAdjust: 'spacingAndGlyphs' } as const

/** The bar below a page in Safari, with its Share symbol: a square with an arrow upwards. */
export const ShareBar = () => (
  <svg aria-hidden="true" {...drawing}>
    <path d="M24-4v100a10 10 0 0 0 10 10h132a10 10 0 0 0 10-10V-4M24 52h152" {...faint} />
    <path d="m52 72-7 7 7 7M148 72h10v14h-10z" {...faint} />
    <path d="M93 73h-6v21h26V73h-6M100 85V61m-7 7 7-7 7 7" />
    <circle cx="100" cy="78" r="25" strokeDasharray="4 5" />
  </svg>
)

/** The line of the Share menu that installs, between two others. */
export const MenuLine = () => (
  <svg aria-hidden="true" {...drawing}>
    <path d="M8 4v104M192 4v104M24 16h70M24 96h58M158 11h12v10h-12zM158 91h12v10h-12z" {...faint} />
    <rect x="8" y="34" width="184" height="44" rx="8" fill="currentColor" fillOpacity="0.1" />
    <text x="18" y="61" fontSize="14" textLength="136" {...words}>
      Add to Home Screen
    </text>
    <path d="M167 47h18v18h-18zM176 51v10m-5-5h10" />
  </svg>
)

/** The icon on the home screen, among others. */
export const HomeIcon = () => (
  <svg aria-hidden="true" {...drawing}>
    <path d="M44-4v100a10 10 0 0 0 10 10h92a10 10 0 0 0 10-10V-4" {...faint} />
    <g {...faint}>
      <rect x="58" y="8" width="20" height="20" rx="5" />
      <rect x="90" y="8" width="20" height="20" rx="5" />
      <rect x="122" y="8" width="20" height="20" rx="5" />
      <rect x="122" y="46" width="20" height="20" rx="5" />
    </g>
    <rect x="66" y="40" width="36" height="36" rx="9" fill="currentColor" fillOpacity="0.1" />
    <path d="m75 58 7 7 12-13" />
    <text x="84" y="93" fontSize="12" textLength="50" textAnchor="middle" {...words}>
      CodeSoft
    </text>
  </svg>
)
