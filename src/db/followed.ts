import { liveQuery } from 'dexie'

/** What a component subscribes to while nothing is to be followed yet. A live query of nothing would still run. */
const nothing = { hasValue: () => false, subscribe: () => ({ unsubscribe: () => undefined }) }

/** The results of a read, a new one after each change of what it reads; none if `isOn` is false. */
export const followed = <Result>(read: () => Promise<Result>, isOn: boolean) => (isOn ? liveQuery(read) : nothing)
