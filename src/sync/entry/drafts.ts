import type { DeviceDatabase, Draft } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { RowName } from '../../db/outbox.ts'
import { formNames } from './ids.ts'

/**
 * Keeps a half-typed form under the name that its record has now. The page may know the former name for a moment
 * longer, and nothing would ever rename a draft that is written after its record was.
 */
export const keepDraft = (db: DeviceDatabase, draft: Draft): Promise<void> =>
  inTransaction(db, 'rw', [db.ids, db.drafts], async (db) => {
    const form = (await formNames(db, draft.form)).at(-1) ?? draft.form
    await db.drafts.put({ ...draft, form })
  })

/** Removes a half-typed form under every name that it has had. */
export const clearDraft = (db: DeviceDatabase, form: string): Promise<void> =>
  inTransaction(db, 'rw', [db.ids, db.drafts], async (db) => {
    await db.drafts.bulkDelete(await formNames(db, form))
  })

/** Half-typed forms about a record follow it to its new name. Runs inside a transaction over all tables. */
export async function renameDrafts(db: DeviceDatabase, before: RowName, after: RowName): Promise<void> {
  for (const form of await db.drafts.toCollection().primaryKeys()) {
    const draft = form.split('/').includes(before) ? await db.drafts.get(form) : undefined
    if (!draft) continue
    await db.drafts.delete(draft.form)
    await db.drafts.put({ ...draft, form: draft.form.replace(before, after) })
    await db.photos
      .where('form')
      .equals(draft.form)
      .modify({ form: draft.form.replace(before, after) })
  }
}
