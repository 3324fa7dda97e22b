import { addresses } from './address.ts'
import { alerts } from './alert.ts'
import { answers } from './answer.ts'
import { areas } from './area.ts'
import { audit } from './audit.ts'
import { businesses } from './business.ts'
import { citations } from './citation.ts'
import { codes } from './code.ts'
import { comments, contactComments } from './comment.ts'
import { contacts } from './contact.ts'
import { dashboard } from './dashboard.ts'
import type { Endpoint } from './endpoint.ts'
import { evidence } from './evidence.ts'
import { complaints, inspections } from './inspection.ts'
import { licenses } from './license.ts'
import { merges } from './merge.ts'
import { observations } from './observation.ts'
import { passkeys } from './passkey.ts'
import { people } from './people-file.ts'
import { permits } from './permit.ts'
import { prompts, rooms } from './room.ts'
import { savedViews } from './saved-view.ts'
import { services } from './service.ts'
import { session } from './session.ts'
import { sir } from './sir.ts'
import { statistics } from './statistics.ts'
import { sync } from './sync.ts'
import { town } from './town.ts'
import { townMap } from './town-map.ts'
import { units } from './unit.ts'
import { users } from './user.ts'
import { violations } from './violation.ts'

/** Every group of calls, by the name used in code: `areas.add`. */
export const callGroups = {
  session,
  passkeys,
  addresses,
  units,
  dashboard,
  comments,
  contactComments,
  users,
  people,
  businesses,
  contacts,
  codes,
  violations,
  inspections,
  areas,
  observations,
  rooms,
  prompts,
  complaints,
  citations,
  licenses,
  permits,
  sir,
  statistics,
  alerts,
  answers,
  services,
  sync,
  audit,
  evidence,
  savedViews,
  merges,
  town,
  townMap,
} as const satisfies Record<string, Record<string, Endpoint>>

const order = ({ id }: Endpoint): number => (id.startsWith('X') ? 1000 : 0) + Number(id.slice(1))

/** All calls: B1 to B120 as documented, then our extensions. */
export const calls: readonly Endpoint[] = Object.values(callGroups)
  .flatMap((group): Endpoint[] => Object.values(group))
  .sort((a, b) => order(a) - order(b))

/** The calls of the specification, in the order of its inventory. */
export const documented: readonly Endpoint[] = calls.filter(({ id }) => id.startsWith('B'))

/** The calls that only our own server has. */
export const extensions: readonly Endpoint[] = calls.filter(({ id }) => id.startsWith('X'))
