import type { RowName } from '../../db/outbox.ts'

/** The command's record was made here and discarded before it was sent, so it can never reach the office. */
export class RecordGone extends Error {
  override name = 'RecordGone'
  row: RowName

  constructor(row: RowName) {
    super(`${row} was given up`)
    this.row = row
  }
}
