import { units } from '../store/town-tables.ts'
import { narrow, newest, type Reader, type Reading } from './page.ts'

/** A unit as its violation carries it. */
export const unitChip = { id: units.id, number: units.number, address_id: units.address_id }

/** Units; screens bring them into the order of their numbers (AD-12). */
export const readUnits = ({ tx }: Pick<Reader, 'tx'>, reading: Reading) =>
  narrow(
    tx
      .select({ ...unitChip, created_at: units.created_at, updated_at: units.updated_at })
      .from(units)
      .$dynamic(),
    reading,
    newest(units),
  )
