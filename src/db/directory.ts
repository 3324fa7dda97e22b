import { Dexie, type EntityTable } from 'dexie'
import type { User } from '../contract/user.ts'
import { againIfAborted } from './again-if-aborted.ts'
import { watchConnection } from './connection-lost.ts'
import { inTransaction } from './in-transaction.ts'

/** Who uses this device, and their token. A service worker cannot read localStorage, so it is stored here. */
export interface Person {
  userId: number
  townId: string
  profile: User
  /** null after a sign-out or refusal. The person's unsent work stays in its own database. */
  token: string | null
  /** When the token expires (ms); null if unknown. */
  tokenEndsAt: number | null
  /**
   * The person has signed out, but their data is not deleted yet; absent once it is. `cleared`: by the office.
   * `delete`: unsent work too, as they confirmed.
   */
  leaving?: true | 'cleared' | 'delete'
}

/** By what a person is known. Two towns may give the same number to two people. */
export type Whose = Pick<Person, 'townId' | 'userId'>
export const isSamePerson = (one: Whose, other: Whose | null): boolean =>
  one.userId === other?.userId && one.townId === other.townId

/** The people of this device. The only database that does not belong to one person. It contains no records. */
export class Directory extends Dexie {
  people!: EntityTable<Person, 'userId'>
  /**
   * name 'current' -> userId of the person at the device; 'since' -> when they signed in (ms); 'town' -> the town at this
   * address; 'aside:<town>/<number>' -> a person of another town (aside.ts).
   */
  now!: EntityTable<{ name: string; value: unknown }, 'name'>

  constructor() {
    super('codesoft-directory', { chromeTransactionDurability: 'strict' })
    this.version(1).stores({ people: 'userId', now: 'name' })
    watchConnection(this)
  }

  /** The person signed in (null if nobody) and the stored town, in one transaction. */
  here(): Promise<{ person: Person | null; town: unknown }> {
    return inTransaction(this, 'r', [this.people, this.now], async (directory) => {
      const [person, town] = await Promise.all([personAt(directory), directory.now.get('town')])
      return { person, town: town?.value }
    })
  }

  /** The person signed in, or null if nobody is. */
  async current(): Promise<Person | null> {
    return inTransaction(this, 'r', [this.people, this.now], personAt)
  }

  /** The row of a person, as long as this address is that of their town, as far as this device knows; else null. */
  served({ townId, userId }: Whose): Promise<Person | null> {
    return inTransaction(this, 'r', [this.people, this.now], async ({ people, now }) => {
      const [person, town] = await Promise.all([people.get(userId), now.get('town')])
      const isServed = person?.townId === townId && Reflect.get(Object(town?.value), 'townId') === townId
      return isServed ? person : null
    })
  }

  /** When the person at the device signed in (ms); 0 where that was before it was written down. */
  async since(): Promise<number> {
    const row = await againIfAborted(() => this.now.get('since'))
    return typeof row?.value === 'number' ? row.value : 0
  }
}

async function personAt({ now, people }: Pick<Directory, 'now' | 'people'>): Promise<Person | null> {
  const row = await now.get('current')
  if (typeof row?.value !== 'number') return null
  return (await people.get(row.value)) ?? null
}
