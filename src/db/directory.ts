import { Dexie, type EntityTable } from 'dexie'
import type { User } from '../contract/user.ts'
import { inTransaction } from './in-transaction.ts'

/** Who uses this device, and with which token: a service worker cannot read localStorage. */
export interface Person {
  userId: number
  townId: string
  profile: User
  /** null once signed out or refused; the person's unsent work stays in its own database. */
  token: string | null
  /** When the token expires (ms); null when unknown. */
  tokenEndsAt: number | null
  /** Signed out, but the person's data is not deleted yet; absent once that is done. `cleared`: by the office. */
  leaving?: true | 'cleared'
}

/** The list of people of this device; the one database that is not a person's own. It holds no records. */
export class Directory extends Dexie {
  people!: EntityTable<Person, 'userId'>
  /** name 'current' -> userId of the person at the device; 'since' -> when they signed in (ms). */
  now!: EntityTable<{ name: string; value: unknown }, 'name'>

  constructor() {
    super('codesoft-directory', { chromeTransactionDurability: 'strict' })
    this.version(1).stores({ people: 'userId', now: 'name' })
  }

  /** The person at the device, or null when nobody is signed in, and what is known of the town. One transaction. */
  here(): Promise<{ person: Person | null; town: unknown }> {
    return inTransaction(this, 'r', [this.people, this.now], async (directory) => {
      const [person, town] = await Promise.all([personAt(directory), directory.now.get('town')])
      return { person, town: town?.value }
    })
  }

  /** The person at the device, or null when nobody is signed in. */
  async current(): Promise<Person | null> {
    return personAt(this)
  }

  /** When the person at the device signed in (ms); 0 where that was before it was written down. */
  async since(): Promise<number> {
    const row = await this.now.get('since')
    return typeof row?.value === 'number' ? row.value : 0
  }
}

async function personAt({ now, people }: Pick<Directory, 'now' | 'people'>): Promise<Person | null> {
  const row = await now.get('current')
  if (typeof row?.value !== 'number') return null
  return (await people.get(row.value)) ?? null
}
