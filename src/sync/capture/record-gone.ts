import type { RowName } from '../../db/outbox.ts'

/** What a command is about was made here, never sent, and given up by hand: nothing of it can ever reach the office. */
export class RecordGone extends Error {
  override name = 'RecordGone'
  row: RowName

  constructor(row: RowName) {
    super(`${row} was given up`)
    this.row = row
  }
}
