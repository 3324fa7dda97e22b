import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router'
import type { DeviceDatabase } from '../db/database.ts'
import type { Query } from '../records/query.ts'
import { loadedOnce } from '../sync/device/loaded-once.ts'
import { beginArrival, isStarting } from '../sync/device/start.ts'
import { type RouteParams, readFirstRows } from '../sync/react/first-rows.ts'
import { closeQuestion } from '../ui/confirm.tsx'
import { fetched } from '../ui/fetched.tsx'
import { Loading } from '../ui/states.tsx'
import { Shell } from './shell.tsx'

const NotFoundScreen = fetched(async () => (await import('./not-found-screen.tsx')).NotFoundScreen)
/** What failed, instead of the screen. */
export const ErrorScreen = fetched(async () => (await import('./error-screen.tsx')).ErrorScreen)

interface RouterContext {
  /** The device's database of the person who is signed in; undefined if nobody is. */
  database(): Promise<DeviceDatabase | undefined>
}

const root = createRootRouteWithContext<RouterContext>()({
  component: Shell,
  notFoundComponent: NotFoundScreen,
  // Filters, sort orders and pages of lists are plain text in the URL (ui/url-state.ts).
  validateSearch: (search: Record<string, unknown>) => search,
  beforeLoad: ({ params }) => {
    // '/inspection/abc' is no record, nor is a number that is not exact. Screens may rely on valid ids.
    for (const [name, value] of Object.entries(params)) {
      if (name.endsWith('Id') && !/^-?[1-9]\d{0,14}$/.test(String(value))) throw notFound()
    }
  },
})

/** A screen in its own chunk. Every chunk is precached, so a deep link opens without signal (SH-11). */
const at = <const Path extends string, Module extends Record<string, unknown>>(
  path: Path,
  load: () => Promise<Module>,
  name: keyof Module & `${string}Screen`,
) => createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load, name) })

/** The same for a screen that shows nothing without some rows, named by its module: they are read before it renders. */
const atRecord = <const Path extends string, Module extends { firstRows(params: RouteParams): readonly Query[] }>(
  path: Path,
  load: () => Promise<Module>,
  name: keyof Module & `${string}Screen`,
) => {
  const code = loadedOnce(load)
  return createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(code, name),
    beforeLoad: ({ context, params, preload }) => {
      // Only for another screen: a change in the URL's search, such as another tab, is shown at once.
      if (preload || !isStarting()) return undefined
      return Promise.all([context.database(), code()]).then(
        ([db, module]) => db && readFirstRows(db, module.firstRows(params)),
        // The code that needs it tries again and reports the failure.
        () => undefined,
      )
    },
  })
}

/** Every route of the signed-in app, in the order of the specification (SH-11), then ours. */
const screens = [
  at('/', () => import('../screens/dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
  at('/about', () => import('../screens/about/about-screen.tsx'), 'AboutScreen'),
  at('/due-list', () => import('../screens/due-list/due-list-screen.tsx'), 'DueListScreen'),
  at('/sir', () => import('../screens/sir/sir-screen.tsx'), 'SirScreen'),
  atRecord('/address/$addressId', () => import('../screens/address/address-screen.tsx'), 'AddressScreen'),
  at('/contacts', () => import('../screens/contacts/contacts-screen.tsx'), 'ContactsScreen'),
  at('/contacts/$contactId', () => import('../screens/contacts/contact-screen.tsx'), 'ContactScreen'),
  at('/violations', () => import('../screens/violations/violations-screen.tsx'), 'ViolationsScreen'),
  at('/inspections', () => import('../screens/inspections/inspections-screen.tsx'), 'InspectionsScreen'),
  at('/businesses', () => import('../screens/businesses/businesses-screen.tsx'), 'BusinessesScreen'),
  atRecord('/business/$businessId', () => import('../screens/businesses/business-screen.tsx'), 'BusinessScreen'),
  at('/codes', () => import('../screens/codes/codes-screen.tsx'), 'CodesScreen'),
  atRecord('/code/$codeId', () => import('../screens/codes/code-screen.tsx'), 'CodeScreen'),
  at('/licenses', () => import('../screens/licenses/licenses-screen.tsx'), 'LicensesScreen'),
  atRecord('/license/$licenseId', () => import('../screens/licenses/license-screen.tsx'), 'LicenseScreen'),
  at('/permits', () => import('../screens/permits/permits-screen.tsx'), 'PermitsScreen'),
  atRecord('/permit/$permitId', () => import('../screens/permits/permit-screen.tsx'), 'PermitScreen'),
  at('/complaint-by-phone', () => import('../screens/complaint-call/complaint-call-screen.tsx'), 'ComplaintCallScreen'),
  at('/complaints', () => import('../screens/complaints/complaints-screen.tsx'), 'ComplaintsScreen'),
  atRecord('/complaint/$complaintId', () => import('../screens/complaints/complaint-screen.tsx'), 'ComplaintScreen'),
  at('/citations', () => import('../screens/citations/citations-screen.tsx'), 'CitationsScreen'),
  atRecord('/citation/$citationId', () => import('../screens/citations/citation-screen.tsx'), 'CitationScreen'),
  atRecord('/violation/$violationId', () => import('../screens/violations/violation-screen.tsx'), 'ViolationScreen'),
  at('/violation/$violationId/case-file', () => import('../screens/violations/case-file-screen.tsx'), 'CaseFileScreen'),
  atRecord(
    '/inspection/$inspectionId',
    () => import('../screens/inspections/inspection-screen.tsx'),
    'InspectionScreen',
  ),
  atRecord(
    '/inspections/$inspectionId/conduct',
    () => import('../screens/inspections/conduct-screen.tsx'),
    'ConductScreen',
  ),
  atRecord(
    '/inspections/$inspectionId/review',
    () => import('../screens/inspections/review-screen.tsx'),
    'ReviewScreen',
  ),
  atRecord(
    '/inspections/$inspectionId/unit/$unitId',
    () => import('../screens/inspections/unit-areas-screen.tsx'),
    'UnitAreasScreen',
  ),
  at(
    '/inspections/$inspectionId/new-unit',
    () => import('../screens/inspections/new-unit-screen.tsx'),
    'NewUnitScreen',
  ),
  atRecord(
    '/inspections/$inspectionId/area/$areaId',
    () => import('../screens/inspections/area-screen.tsx'),
    'AreaScreen',
  ),
  atRecord(
    '/inspections/$inspectionId/unit/$unitId/area/$areaId',
    () => import('../screens/inspections/area-screen.tsx'),
    'AreaScreen',
  ),
  at('/rooms', () => import('../screens/rooms/rooms-screen.tsx'), 'RoomsScreen'),
  atRecord('/rooms/$roomId', () => import('../screens/rooms/room-screen.tsx'), 'RoomScreen'),
  at('/users', () => import('../screens/users/users-screen.tsx'), 'UsersScreen'),
  at('/users/from-file', () => import('../screens/users/people-file-screen.tsx'), 'PeopleFileScreen'),
  atRecord('/users/$userId', () => import('../screens/users/user-screen.tsx'), 'UserScreen'),
  atRecord('/address/$addressId/unit/$unitId', () => import('../screens/address/unit-screen.tsx'), 'UnitScreen'),
  at('/address/$addressId/follow-up', () => import('../screens/follow-up/follow-up-screen.tsx'), 'FollowUpScreen'),
  at('/helpful', () => import('../screens/about/helpful-links-screen.tsx'), 'HelpfulLinksScreen'),
  at('/new-address', () => import('../screens/address/new-address-screen.tsx'), 'NewAddressScreen'),
  at('/vacancy-statuses', () => import('../screens/address/vacancy-statuses-screen.tsx'), 'VacancyStatusesScreen'),
  at('/field', () => import('../screens/field/field-screen.tsx'), 'FieldScreen'),
  at('/map', () => import('../screens/map/map-screen.tsx'), 'MapScreen'),
  at('/week', () => import('../screens/week/week-screen.tsx'), 'WeekScreen'),
  at('/inbox', () => import('../screens/inbox/inbox-screen.tsx'), 'InboxScreen'),
  at('/unsent', () => import('../screens/unsent/unsent-screen.tsx'), 'UnsentScreen'),
  at('/phones', () => import('../screens/office/phones-screen.tsx'), 'PhonesScreen'),
  at('/under-review', () => import('../screens/inspections/under-review-screen.tsx'), 'UnderReviewScreen'),
  at('/doubles', () => import('../screens/office/doubles-screen.tsx'), 'DoublesScreen'),
  at('/transfer', () => import('../screens/office/transfer-screen.tsx'), 'TransferScreen'),
  at('/audit', () => import('../screens/office/audit-screen.tsx'), 'AuditScreen'),
  at('/verify', () => import('../screens/office/verify-screen.tsx'), 'VerifyScreen'),
  at('/violation/$violationId/evidence', () => import('../screens/violations/evidence-screen.tsx'), 'EvidenceScreen'),
  at('/town', () => import('../screens/town/town-screen.tsx'), 'TownScreen'),
  at('/town/$list', () => import('../screens/town/list-screen.tsx'), 'ListScreen'),
  at('/software', () => import('../screens/about/software-screen.tsx'), 'SoftwareScreen'),
  at('/help', () => import('../screens/about/help-screen.tsx'), 'HelpScreen'),
  at('/device', () => import('../screens/about/device-screen.tsx'), 'DeviceScreen'),
  // Redirects: SH-13, C-02; C-10; the sign-in URL while signed in.
  createRoute({
    getParentRoute: () => root,
    path: '/businesses/$businessId',
    beforeLoad: ({ params }) => {
      throw redirect({ to: '/business/$businessId', params, replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/Helpful',
    beforeLoad: () => {
      throw redirect({ to: '/helpful', replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/login',
    beforeLoad: () => {
      throw redirect({ to: '/', replace: true })
    },
  }),
] as const

const stringifySearch = (search: Record<string, unknown>): string => {
  const words = Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return words.length > 0 ? `?${new URLSearchParams(words)}` : ''
}

/** The router of the signed-in app. */
export const router = createRouter({
  routeTree: root.addChildren(screens),
  context: { database: async () => undefined },
  caseSensitive: true,
  defaultPreload: 'intent',
  // The device answers in a few milliseconds; a loading message for less would only flicker.
  defaultPendingMs: 300,
  defaultPendingComponent: () => <Loading />,
  defaultErrorComponent: ErrorScreen,
  // Another record has a page of its own. Otherwise what was typed for one record would be in the form of the next.
  defaultRemountDeps: ({ params }) => params,
  scrollRestoration: true,
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch,
})

/** The record that is open beside a list. */
const openIn = ({ search }: { search: object }): unknown => Reflect.get(search, 'open')

router.subscribe('onBeforeLoad', ({ pathChanged, fromLocation, toLocation }) => {
  if (!fromLocation) return
  // A question ends with its screen, or with its record beside a list: over another one, its answer would still act on
  // the one that was left.
  if (pathChanged || openIn(fromLocation) !== openIn(toLocation)) closeQuestion()
  if (pathChanged) beginArrival()
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
