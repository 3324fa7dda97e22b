import type { Role } from '../contract/user.ts'

/** The roles by their number (SH-07, C-35). */
export const roles = [
  { value: 0, text: 'Guest' },
  { value: 1, text: 'ONS' },
  { value: 2, text: 'OAS' },
  { value: 3, text: 'Admin' },
] as const satisfies readonly { value: Role; text: string }[]

/** What a signed-in user may see or do on screen, and which roles may. The server has its own matrix of calls. */
const whoMay = {
  /** Sidebar entries and their screens (SH-02). Only Admin may write there, too (C-21). */
  manageUsers: [3],
  manageRooms: [3],
  addAddresses: [3],
  /** The town's settings, and its lists as tables and files: code sections, synonyms, phrases. */
  manageTown: [3],
  /** The six forms of the dashboard (DB-03, DB-04). */
  createRecords: [1, 2, 3],
  /** Panels of the dashboard (DB-05..DB-12, C-05, C-06). */
  seeRecentActivity: [1, 3],
  seeOasOverview: [2],
  seeAdminActivity: [3],
  seeTeamTotals: [3],
  /** The "All users" filter of recent comments (DB-28). */
  seeAllCommenters: [3],
  /** Assignees of violations, inspections and complaints (CF-07, CF-14, II-04, VD-08). */
  assign: [3],
  /** "Show My Violations" (VL-04) and the filter by ONS user (VL-05). */
  seeMyViolationsToggle: [1],
  filterByOnsUser: [3],
  updateVacancy: [1, 2, 3],
  /** What phones still hold unsent, and the log of every change (G-15). */
  seePhones: [2, 3],
  seeAudit: [3],
  /** End other people's sessions and clear their phones. */
  endSessions: [3],
  /** Remove list views that colleagues share. */
  removeSharedViews: [3],
  /** Review inspections, merge doubles, and transfer work from one inspector to another. */
  review: [2, 3],
  mergeDoubles: [2, 3],
  transferWork: [2, 3],
  /** Check whether a file is a stored original, and see the evidence of a violation. */
  verifyFiles: [1, 2, 3],
} as const satisfies Record<string, readonly Role[]>
export type Capability = keyof typeof whoMay

/** Whether a role may do this. An unknown role may do nothing. */
export const may = (role: number | null | undefined, capability: Capability): boolean =>
  whoMay[capability].some((allowed) => allowed === role)

/** Whether a role may change anything at all. A Guest can only read (C-11). */
export const mayWrite = (role: number | null | undefined): boolean => may(role, 'createRecords')

/** 'ONS' for 1; an unknown number reads 'Unknown'. */
export const roleText = (role: number | null | undefined): string =>
  roles.find(({ value }) => value === role)?.text ?? 'Unknown'

const explained: Partial<Record<number, string>> = { 1: 'inspector', 2: 'office staff' }

/** 'ONS, inspector': the label with its meaning, where people meet it first. */
export const roleWords = (role: number | null | undefined): string =>
  [roleText(role), explained[role ?? -1]].filter(Boolean).join(', ')

/** The acting user, as the rules need it. */
export interface Actor {
  id: number
  role: number
}

/**
 * The inspector that role 2 always sends with a complaint, unless the server's setting says otherwise (CF-15, C-22).
 */
const defaultComplaintInspector = 1

/** The inspector of a new complaint: Admin's choice, role 2's default, nobody for the others (CF-14..CF-16). */
export function complaintInspector(
  { role }: Actor,
  chosen: number | null,
  byDefault: number = defaultComplaintInspector,
): number | null {
  if (may(role, 'assign')) return chosen
  return role === 2 ? byDefault : null
}

/** The user of a new violation: Admin's choice, else the person themselves (CF-07, CF-08). */
export const violationUser = ({ id, role }: Actor, chosen: number | null): number =>
  may(role, 'assign') && chosen !== null ? chosen : id

/** Whether this role spends the day outside. Its home page is the day's round. */
export const goesOut = (role: number | null | undefined): boolean => role === 1
