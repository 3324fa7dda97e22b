import type { DeviceDatabase } from '../../db/database.ts'
import type { RowName } from '../../db/outbox.ts'

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
