/** Who looks at a screen of the demo town. */
export const viewers = ['ons', 'oas', 'admin', 'guest'] as const
export type Viewer = (typeof viewers)[number]

/** A screen as `npm run screenshots` takes it. */
export interface PicturedScreen {
  /** Words in braces stand for ids: see `idsOf` in town-ids.ts. */
  path: string
  as: Viewer
  /** The button that is pressed before the picture. */
  press?: string
  /** Work without signal first: an observation with photos is saved, and another one half typed. */
  hasWork?: true
}

const tabs = [
  'comments',
  'contacts',
  'units',
  'violations',
  'citations',
  'inspections',
  'complaints',
  'businesses',
  'licenses',
  'permits',
  'photos',
]

/** The screens in the order of the specification; those with unsent work last, since it stays on that device. */
export const screens: readonly PicturedScreen[] = [
  { path: '/', as: 'ons' },
  { path: '/', as: 'oas' },
  { path: '/', as: 'admin' },
  { path: '/', as: 'guest' },
  { path: '/about', as: 'ons' },
  { path: '/software', as: 'ons' },
  { path: '/help', as: 'ons' },
  { path: '/due-list', as: 'ons' },
  { path: '/sir', as: 'oas' },
  ...tabs.map((tab) => ({ path: `/address/{citedAddresses}?tab=${tab}`, as: 'ons' as const })),
  { path: '/address/{addresses}', as: 'ons', press: 'Edit' },
  { path: '/contacts', as: 'oas' },
  { path: '/contacts/{contacts}', as: 'oas' },
  { path: '/violations', as: 'ons' },
  { path: '/violation/{violations}', as: 'ons' },
  { path: '/inspections', as: 'ons' },
  { path: '/inspection/{inspections}', as: 'ons' },
  { path: '/inspections/{inspections}/conduct', as: 'ons' },
  { path: '/inspections/{inspections}/unit/{inspectedUnits}', as: 'ons' },
  { path: '/inspections/{inspections}/new-unit', as: 'ons' },
  { path: '/inspections/{inspections}/area/{areas}', as: 'ons' },
  { path: '/inspections/{inspections}/unit/{inspectedUnits}/area/{unitAreas}', as: 'ons' },
  { path: '/inspections/{inspections}/review', as: 'ons' },
  { path: '/businesses', as: 'oas' },
  { path: '/business/{businesses}', as: 'oas' },
  { path: '/codes', as: 'ons' },
  { path: '/code/{codes}', as: 'ons' },
  { path: '/licenses', as: 'oas' },
  { path: '/licenses', as: 'oas', press: 'Add License' },
  { path: '/license/{licenses}', as: 'oas' },
  { path: '/permits', as: 'oas' },
  { path: '/permit/{permits}', as: 'oas' },
  { path: '/complaints', as: 'oas' },
  { path: '/complaint/{complaints}', as: 'oas' },
  { path: '/citations', as: 'oas' },
  { path: '/citation/{citations}', as: 'oas' },
  { path: '/rooms', as: 'admin' },
  { path: '/rooms/{rooms}', as: 'admin' },
  { path: '/users', as: 'admin' },
  { path: '/users/{users}', as: 'admin' },
  { path: '/address/{addresses}/unit/{units}', as: 'ons' },
  { path: '/helpful', as: 'ons' },
  { path: '/new-address', as: 'admin' },
  { path: '/vacancy-statuses', as: 'oas' },
  { path: '/phones', as: 'oas' },
  { path: '/audit', as: 'admin' },
  { path: '/audit', as: 'guest' },
  { path: '/nothing-here', as: 'guest' },
  { path: '/map', as: 'ons' },
  { path: '/field', as: 'ons' },
  { path: '/device', as: 'ons' },
  { path: '/inspections/{inspections}/area/{areas}', as: 'ons', hasWork: true },
  { path: '/unsent', as: 'ons', hasWork: true },
]

/** The file of a screen's picture. */
export const pictureName = ({ path, as, press, hasWork }: PicturedScreen): string =>
  [path === '/' ? 'dashboard' : path.slice(1), press, hasWork && 'with work', ['/', '/audit'].includes(path) && as]
    .filter(Boolean)
    .join(' ')
    .replaceAll(/[{}]/g, '')
    .replaceAll(/[^\w-]+/g, '-')
    .toLowerCase()
