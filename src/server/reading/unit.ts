import { units } from '../store/town-tables.ts'
import { newest, type Reader, type Reading, readingOf } from './page.ts'

/** A unit inside its violation. */
export const unitChip = { id: units.id, number: units.number, address_id: units.address_id }

const fromUnits = readingOf(units, newest(units), (tx) =>
  tx
    .select({ ...unitChip, created_at: units.created_at, updated_at: units.updated_at })
    .from(units)
    .$dynamic(),
)

/** Units; screens sort them by number (AD-12). */
export const readUnits = ({ tx }: Pick<Reader, 'tx'>, reading: Reading) => fromUnits(tx, reading)
