import { IDBCursor } from 'fake-indexeddb'

/*
 * Browsers refuse a cursor's properties of an object that only inherits from a cursor: "Illegal invocation". The storage
 * of the tests would read them.
 */

const checked = Symbol('refuses what is no cursor')

for (const name of ['key', 'primaryKey'] as const) {
  const own = Object.getOwnPropertyDescriptor(IDBCursor.prototype, name)
  if (!own?.get || checked in own.get) continue
  const read = own.get
  const get = function (this: object): unknown {
    if (!Object.hasOwn(this, '_gotValue')) throw new TypeError('Illegal invocation')
    return read.call(this)
  }
  Object.defineProperty(IDBCursor.prototype, name, { ...own, get: Object.assign(get, { [checked]: true }) })
}
