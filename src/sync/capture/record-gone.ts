import type { RowName } from '../../db/outbox.ts'

/** The record that a command is about was made here, never sent and then discarded: it can never reach the office. */
export class RecordGone extends Error {
  override name = 'RecordGone'
  row: RowName

  constructor(row: RowName) {
    super(`${row} was given up`)
    this.row = row
  }
}
