import { eq } from 'drizzle-orm'
import { dayOf } from '../../rules/dates.ts'
import { phoneText } from '../../rules/phone.ts'
import type { CallContext } from '../endpoint.ts'
import { found } from '../errors.ts'
import { readBareViolation } from '../reading/violation.ts'
import { addresses, users } from '../store/town-tables.ts'
import { type TownSeal, townSealOf } from '../town-seal.ts'

/** The content of a notice of violation (G-21), with texts as they were typed. */
export interface Notice {
  /** The number of the violation. */
  id: number
  townName: string
  /** null for a town without one. */
  seal: TownSeal['letter'] | null
  /** The day of the notice. */
  date: string
  address: string
  unit: string | null
  owner: string
  /** The lines of the owner's mailing address; empty when the address book has none. */
  mailingLines: string[]
  /** When the violation was observed. */
  inspectedOn: string
  codes: { id: number; title: string; description: string }[]
  deadline: { date: string; choice: string; extendedByDays: number }
  inspector: { name: string; phone: string }
}

/** A day as the letter writes it: '11/20/2026', in the town's zone. */
const letterDate = (moment: Date, zone: string): string => {
  const [year, month, day] = dayOf(moment, zone).split('-')
  return `${month}/${day}/${year}`
}

/** Reads the content of a notice. 404 when there is no such violation. */
export const readNotice = async (
  ask: Pick<CallContext, 'tx' | 'now' | 'config'>,
  violationId: number,
): Promise<Notice> => {
  const { tx, now, config } = ask
  const violation = await readBareViolation({ tx }, violationId)
  const [place] = await tx.select().from(addresses).where(eq(addresses.id, violation.address_id))
  const [inspector] = violation.user_id ? await tx.select().from(users).where(eq(users.id, violation.user_id)) : []
  const on = (moment: Date) => letterDate(moment, config.townZone)
  const { ownername, owneraddress, ownercity, ownerstate, ownerzip } = found(place, 'Address')
  const stateAndZip = [ownerstate, ownerzip].filter((part) => part?.trim()).join(' ')
  const cityLine = [ownercity, stateAndZip].filter((part) => part?.trim()).join(', ')
  const choice = violation.deadline
  return {
    id: violation.id,
    townName: config.townName,
    seal: (await townSealOf(config))?.letter ?? null,
    date: on(now),
    address: violation.combadd?.trim() ? violation.combadd : `Address #${violation.address_id}`,
    unit: violation.unit?.number ?? null,
    owner: ownername?.trim() ? ownername : 'Property owner',
    mailingLines: [owneraddress ?? '', cityLine].filter((line) => line.trim() !== ''),
    inspectedOn: on(violation.observed_at ?? violation.created_at),
    codes: violation.codes.map(({ id, chapter, section, name, description }) => ({
      id,
      title: `${chapter} - ${section}: ${name}`,
      description: description ?? '',
    })),
    deadline: {
      date: violation.deadline_date ? on(violation.deadline_date) : '',
      choice,
      extendedByDays: violation.extend,
    },
    inspector: {
      name: inspector?.name?.trim() ? inspector.name : (inspector?.email ?? 'Code Enforcement'),
      phone: phoneLine(inspector?.phone),
    },
  }
}

/** '(410) 555-0100'. A number in another form stays as it was typed; blank when there is none. */
const phoneLine = (phone: string | null | undefined): string => {
  const formatted = phoneText(phone)
  return formatted === 'N/A' ? (phone ?? '') : formatted
}
