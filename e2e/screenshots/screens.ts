import type { acts } from './acts.ts'

/** The user who looks at a screen of the demo town; 'nobody' is not signed in. */
export const viewers = ['nobody', 'ons', 'oas', 'admin', 'guest'] as const
export type Viewer = (typeof viewers)[number]

/** A screen as `npm run screenshots` takes it. */
export interface PicturedScreen {
  /** Words in braces are replaced by ids: see `idsOf` in town-ids.ts. */
  path: string
  as: Viewer
  /** Actions before the picture. */
  act?: keyof typeof acts
  /** Conditions: no signal, or a server that fails. The device's data stays. */
  amid?: 'no signal' | 'error 500'
  /** Only there. */
  on?: 'phone' | 'desk'
  /** Taken in every look and at every size; the others on the usual phone and at the desk. */
  isKey?: true
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

/**
 * The screens in the order of the specification, each with its dialogs, sheets and pickers; then what is wrong or
 * missing, and unsent work last, since it stays on that device.
 */
export const screens: readonly PicturedScreen[] = [
  { path: '/', as: 'nobody', isKey: true },
  { path: '/', as: 'nobody', act: 'no password' },
  { path: '/', as: 'nobody', act: 'wrong password' },
  { path: '/', as: 'nobody', amid: 'no signal', act: 'wrong password' },
  { path: '/', as: 'ons', isKey: true },
  { path: '/', as: 'ons', act: 'menu', on: 'phone', isKey: true },
  { path: '/', as: 'ons', act: 'new sheet', on: 'phone', isKey: true },
  { path: '/', as: 'ons', act: 'search', isKey: true },
  { path: '/', as: 'ons', act: 'nothing found' },
  { path: '/', as: 'ons', act: 'go to', isKey: true },
  { path: '/', as: 'ons', act: 'not done', on: 'phone', isKey: true },
  { path: '/', as: 'ons', act: 'sign out' },
  { path: '/', as: 'ons', act: 'begun' },
  { path: '/', as: 'oas', isKey: true },
  { path: '/', as: 'oas', act: 'begun' },
  { path: '/', as: 'admin' },
  { path: '/', as: 'guest' },
  { path: '/about', as: 'ons' },
  { path: '/software', as: 'ons' },
  { path: '/help', as: 'ons' },
  { path: '/due-list', as: 'oas', isKey: true },
  { path: '/due-list?person=Odile+Navarro', as: 'ons' },
  { path: '/due-list', as: 'oas', amid: 'no signal' },
  { path: '/sir', as: 'oas' },
  { path: '/sir?view=plots', as: 'oas', isKey: true },
  { path: '/sir?view=plots', as: 'admin', act: 'plot table' },
  { path: '/sir?view=plots&start=2026-01-01&end=2026-11-30', as: 'admin' },
  { path: '/sir?view=plots&start=2012-01-01&end=2012-01-31', as: 'oas' },
  { path: '/address/{citedAddresses}', as: 'ons', isKey: true },
  ...tabs.map((tab) => ({ path: `/address/{citedAddresses}?tab=${tab}`, as: 'ons' as const })),
  { path: '/address/{citedAddresses}?tab=contacts', as: 'ons', act: 'contact picker', isKey: true },
  { path: '/address/{citedAddresses}?tab=contacts', as: 'ons', act: 'new contact' },
  { path: '/address/{citedAddresses}/follow-up', as: 'ons', isKey: true },
  { path: '/address/{citedAddresses}/follow-up', as: 'ons', act: 'not fixed' },
  { path: '/address/{followedAddresses}/follow-up', as: 'ons', isKey: true },
  { path: '/address/{quietAddresses}/follow-up', as: 'ons' },
  { path: '/inbox', as: 'ons' },
  { path: '/inbox', as: 'ons', act: 'to file', isKey: true },
  { path: '/inbox', as: 'ons', act: 'violation to file', isKey: true },
  { path: '/inbox', as: 'ons', act: 'papers to file', isKey: true },
  { path: '/address/{addresses}', as: 'ons', act: 'edit' },
  { path: '/address/{addresses}', as: 'ons', act: 'alert kinds' },
  { path: '/address/{addresses}', as: 'ons', act: 'alert made', on: 'phone' },
  { path: '/contacts', as: 'oas' },
  { path: '/contacts', as: 'oas', act: 'add contact' },
  { path: '/contacts/{contacts}', as: 'oas' },
  { path: '/violations', as: 'ons', isKey: true },
  { path: '/violations', as: 'admin', act: 'tick rows', isKey: true },
  { path: '/violations', as: 'admin', act: 'columns', isKey: true },
  { path: '/violations?q=zzzz', as: 'oas' },
  { path: '/violations', as: 'oas', act: 'side by side', on: 'desk', isKey: true },
  { path: '/violations?q=doorhanger&status=0', as: 'oas', act: 'save view', isKey: true },
  { path: '/violations?q=doorhanger', as: 'oas', amid: 'no signal' },
  { path: '/violation/{violations}', as: 'ons', isKey: true },
  { path: '/violation/{violations}', as: 'ons', act: 'new citation', isKey: true },
  { path: '/violation/{violations}', as: 'ons', act: 'make notice', isKey: true },
  { path: '/violation/{violations}', as: 'ons', act: 'record service', isKey: true },
  { path: '/violation/{servedViolations}', as: 'ons', isKey: true },
  { path: '/violation/{servedViolations}', as: 'ons', act: 'make notice', isKey: true },
  { path: '/violation/{photographedViolations}/evidence', as: 'ons', isKey: true },
  { path: '/violation/{photographedViolations}/evidence', as: 'ons', amid: 'error 500' },
  { path: '/violation/{photographedViolations}/evidence', as: 'guest' },
  { path: '/violation/{photographedViolations}/case-file', as: 'ons', isKey: true },
  { path: '/violation/{photographedViolations}/case-file', as: 'ons', amid: 'error 500' },
  { path: '/verify', as: 'ons', act: 'verify', isKey: true },
  { path: '/verify', as: 'ons', act: 'verify', amid: 'no signal' },
  { path: '/violation/{photographedViolations}', as: 'ons', act: 'about photo', isKey: true },
  { path: '/violation/{photographedViolations}', as: 'ons', act: 'mark up', isKey: true },
  { path: '/map', as: 'ons', isKey: true },
  { path: '/week', as: 'admin', isKey: true },
  { path: '/week', as: 'admin', act: 'move card', isKey: true },
  { path: '/week', as: 'admin', act: 'conflicts' },
  { path: '/week', as: 'admin', amid: 'no signal' },
  { path: '/map', as: 'oas', act: 'map filters', isKey: true },
  { path: '/inspections', as: 'ons' },
  { path: '/inspection/{inspections}', as: 'ons', isKey: true },
  { path: '/inspections/{inspections}/conduct', as: 'ons', isKey: true },
  { path: '/inspections/{inspections}/conduct', as: 'ons', act: 'finish', isKey: true },
  { path: '/inspections/{inspections}/unit/{inspectedUnits}', as: 'ons' },
  { path: '/inspections/{inspections}/new-unit', as: 'ons' },
  { path: '/inspections/{inspections}/area/{areas}', as: 'ons', isKey: true },
  { path: '/inspections/{inspections}/area/{areas}', as: 'ons', act: 'code picker', isKey: true },
  { path: '/inspections/{inspections}/unit/{inspectedUnits}/area/{unitAreas}', as: 'ons' },
  { path: '/inspections/{inspections}/review', as: 'ons', isKey: true },
  { path: '/businesses', as: 'oas' },
  { path: '/business/{businesses}', as: 'oas' },
  { path: '/codes', as: 'ons' },
  { path: '/code/{codes}', as: 'ons' },
  { path: '/licenses', as: 'oas' },
  { path: '/licenses', as: 'oas', act: 'add license' },
  { path: '/license/{licenses}', as: 'oas' },
  { path: '/permits', as: 'oas' },
  { path: '/permit/{permits}', as: 'oas' },
  { path: '/complaints', as: 'oas' },
  { path: '/complaint-by-phone', as: 'admin', act: 'empty call', isKey: true },
  { path: '/complaint-by-phone', as: 'admin', act: 'call', isKey: true },
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
  { path: '/phones', as: 'admin', act: 'sign out phone', isKey: true },
  { path: '/under-review', as: 'oas', isKey: true },
  { path: '/under-review', as: 'oas', act: 'open review' },
  { path: '/doubles', as: 'oas', isKey: true },
  { path: '/doubles', as: 'oas', act: 'compare doubles', isKey: true },
  { path: '/doubles', as: 'oas', act: 'merge doubles' },
  { path: '/doubles', as: 'admin', act: 'not the same', isKey: true },
  { path: '/transfer', as: 'admin', act: 'choose inspectors', isKey: true },
  { path: '/users/from-file', as: 'admin' },
  { path: '/users/from-file', as: 'admin', act: 'people with problems', isKey: true },
  { path: '/town', as: 'admin' },
  { path: '/town/codes', as: 'admin' },
  { path: '/town/codes', as: 'admin', act: 'codes with problems', isKey: true },
  { path: '/town/synonyms', as: 'admin' },
  { path: '/town/phrases?edit=new', as: 'admin' },
  { path: '/audit', as: 'admin' },
  { path: '/audit', as: 'admin', act: 'seals' },
  { path: '/audit', as: 'guest' },
  { path: '/nothing-here', as: 'guest' },
  { path: '/contacts', as: 'oas', act: 'no match' },
  { path: '/address/{quietAddresses}', as: 'oas' },
  { path: '/address/{quietAddresses}?tab=inspections', as: 'oas' },
  { path: '/address/{quietAddresses}?tab=permits', as: 'oas' },
  { path: '/address/{quietAddresses}?tab=photos', as: 'oas', act: 'lightbox', isKey: true },
  { path: '/sir', as: 'oas', amid: 'error 500' },
  { path: '/audit', as: 'admin', amid: 'error 500' },
  { path: '/complaint/999999', as: 'oas', amid: 'error 500' },
  { path: '/violation/999999', as: 'oas' },
  { path: '/sir', as: 'oas', amid: 'no signal' },
  { path: '/sir?view=plots&start=2026-07-01&end=2026-11-20', as: 'oas', amid: 'error 500' },
  { path: '/sir?view=plots&start=2026-06-01&end=2026-11-30', as: 'oas', amid: 'no signal' },
  { path: '/violation/999999', as: 'oas', amid: 'no signal' },
  { path: '/address/{quietAddresses}', as: 'ons', amid: 'no signal' },
  { path: '/', as: 'ons', amid: 'no signal' },
  { path: '/field', as: 'ons' },
  { path: '/device', as: 'ons' },
  { path: '/unsent', as: 'ons' },
  { path: '/address/{addresses}?tab=comments', as: 'ons', act: 'refused' },
  { path: '/inspections/{inspections}/area/{areas}', as: 'ons', act: 'with work', isKey: true },
  { path: '/unsent', as: 'ons', amid: 'no signal', isKey: true },
  { path: '/', as: 'ons', amid: 'no signal', act: 'sign out with work', isKey: true },
]

/** The file of a screen's picture, and in words its label. */
export const pictureName = ({ path, as, act, amid }: PicturedScreen): string =>
  [as === 'nobody' ? 'sign-in' : path === '/' ? 'dashboard' : path.slice(1), act, amid, whose({ path, as })]
    .filter(Boolean)
    .join(' ')
    .replaceAll(/[{}]/g, '')
    .replaceAll(/[^\w-]+/g, '-')
    .toLowerCase()

/** Named where two people see another screen at the same address. */
const whose = ({ path, as }: Pick<PicturedScreen, 'path' | 'as'>) =>
  as !== 'nobody' && (path === '/' || path === '/audit' || path.endsWith('/evidence')) && as
