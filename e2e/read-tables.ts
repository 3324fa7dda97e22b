import { expect, type Page } from '@playwright/test'
import { onDevice } from './story.ts'

/** Once a day, after a start with signal, a device looks for old records in all of its tables. Waits until it has. */
export const oldRecordsSearched = (page: Page, userId = 1): Promise<void> =>
  expect
    .poll(async () => (await onDevice<{ name: string }>(page, 'meta', userId)).map((it) => it.name))
    .toContain('old records searched')

/** Notes from now on which tables and indexes the page reads several rows of; the returned function tells their names. */
export async function noteReadTables(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const read: string[] = []
    Object.assign(window, { read })
    for (const kind of [IDBObjectStore, IDBIndex]) {
      const getAll = kind.prototype.getAll
      kind.prototype.getAll = function (this: IDBObjectStore & IDBIndex, ...asked) {
        read.push(this.objectStore ? `${this.objectStore.name} by ${this.name}` : this.name)
        return getAll.apply(this, asked)
      }
    }
  })
  return () => page.evaluate('read')
}
