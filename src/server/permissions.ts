import type { CallContext, Role, SessionUser } from './endpoint.ts'
import { Refused } from './errors.ts'

/** Who may make a call: roles, or anybody without a session. */
type Allowed = readonly Role[] | 'anyone'

const everyRole: Allowed = [0, 1, 2, 3]
const staff: Allowed = [1, 2, 3]
const office: Allowed = [2, 3]
const admin: Allowed = [3]

const rows = (allowed: Allowed, ids: string): Record<string, Allowed> =>
  Object.fromEntries(ids.split(/\s+/).map((id) => [id, allowed]))

/**
 * The only table of permissions (C-11, C-21, G-14): every call by its row of the inventory. A Guest only reads. Field
 * work is for roles 1 to 3. Users, rooms, prompts, new addresses and assignees are for Admins.
 */
export const permissions: Readonly<Record<string, Allowed>> = {
  // Sign-in.
  ...rows('anyone', 'B1 X21 X26 X27'),
  // Profile, own password, sign-out, and a device's reports about itself.
  ...rows(everyRole, 'B2 X1 X2 X3 X4 X5 X6 X11 X22 X23 X24 X25 X40 X41 X50 X53 X56 X57 X60 X64 X70 X71 X86 X102 X107'),
  // Reading addresses, counts, comments, units, the dashboard, users, businesses, contacts, codes.
  ...rows(everyRole, 'B3 B4 B5 B8 B10 B13 B14 B15 B16 B18 B20 B21 B22 B23 B27 B28 B30 B31 B32 B33 B35 B36 B37 B38'),
  ...rows(everyRole, 'B39 B40 B41 B43 B44 B45 B48 B51 B52 B53 B54 B57 B58'),
  // Reading violations, inspections, areas, observations, rooms, complaints, citations, licences, permits, figures.
  ...rows(everyRole, 'B59 B60 B62 B63 B64 B70 B73 B74 B75 B76 B78 B84 B86 B88 B89 B90 B91 B95 B96 B97'),
  ...rows(everyRole, 'B104 B105 B106 B107 B108 B111 B112 B113 B116 B117 B118 B120 X82'),
  // Address data, units, contacts, vacancy, comments, businesses.
  ...rows(staff, 'B6 B9 B11 B12 B17 B19 B24 B25 B26 B29 B34 B46 B47 B49 B50 B55 B56'),
  // Violations and inspections, but for their assignees; areas, observations, citations, licences, permits.
  ...rows(staff, 'B61 B65 B66 B68 B69 B71 B72 B77 B79 B80 B81 B82 B85 B87 B92 B93 B94 B109 B110 B114 B115 B119'),
  // Alerts of premises, answers to prompts, records of service.
  ...rows(staff, 'X51 X52 X54 X55 X65 X66'),
  // Saved views of lists.
  ...rows(staff, 'X87 X88'),
  // Whether a file is a stored original; the evidence of a violation.
  ...rows(staff, 'X61 X63'),
  // New addresses; users; assignees of violations and inspections; rooms and prompts; passwords, codes and sessions of others; the audit log.
  ...rows(admin, 'B7 B42 B67 B83 B98 B99 B100 B101 B102 B103 X7 X9 X10 X20 X62 X89'),
  // People from a file; lists and settings of the town; phones that do not exist any more.
  ...rows(admin, 'X100 X101 X103 X104 X105 X106 X108 X109 X113'),
  // Unsent work of phones; duplicates, merges, transfers, reviews.
  ...rows(office, 'X8 X90 X91 X92 X93 X94 X95 X96 X97 X110 X111 X112'),
}

/** Whether a call needs no session. */
export const isOpen = (callId: string): boolean => permissions[callId] === 'anyone'

/** Throws 403 unless the role may make the call. A call without a row is forbidden to everybody. */
export const assertMay = (user: SessionUser, callId: string): void => {
  const allowed = permissions[callId] ?? []
  if (allowed !== 'anyone' && !allowed.includes(user.role)) throw new Refused(403, 'Your role does not allow this')
}

/**
 * The author of a record: the token's user, whatever the body says (G-14). Only an Admin may name somebody else, and
 * only where the call allows it by `who`: the user of a violation is its assignee (CF-07).
 */
export const authorOf = (
  { user }: Pick<CallContext, 'user'>,
  named: number | null | undefined,
  who?: 'adminMayName',
): number => (who === 'adminMayName' && user.role === 3 && typeof named === 'number' ? named : user.id)
