import type { RecordType } from '../../contract/id.ts'
import { isRow, type OutboxEntry } from '../../db/outbox.ts'
import { commands } from '../../records/index.ts'
import { splitName } from './names.ts'

/**
 * The type of the record that an entry makes; undefined if it makes none. Where this version of the app no longer knows
 * the command, the row that it wrote under its local id tells the type.
 */
export const madeTypeOf = ({ command, id, touches }: OutboxEntry): RecordType | undefined =>
  commands.get(command)?.makes ??
  touches
    .filter(isRow)
    .map(splitName)
    .find(([, local]) => local === id)?.[0]
