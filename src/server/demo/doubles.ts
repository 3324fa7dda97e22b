import { eq } from 'drizzle-orm'
import { comments } from '../store/case-tables.ts'
import { addresses, businesses, contacts } from '../store/town-tables.ts'
import { type DemoContext, itemAt } from './demo-context.ts'

/** Duplicate records, which the office merges on the page Duplicates. */
export const addDoubles = async ({ tx, calendar, users, ...town }: DemoContext): Promise<void> => {
  const created_at = calendar.daysAgo(30, 11)
  const stamps = { created_at, updated_at: created_at }
  for (const id of [itemAt(town.contacts, 2), itemAt(town.contacts, 5)]) {
    const [known] = await tx.select().from(contacts).where(eq(contacts.id, id))
    if (!known) continue
    const [first = '', ...others] = known.name.split(' ')
    const phone = known.phone?.replace(/\D/g, '.') ?? null
    // One has the same phone number, one the same email.
    const same = known.phone ? { phone, email: null } : { phone: null, email: known.email }
    await tx.insert(contacts).values({ name: `${first.charAt(0)}. ${others.join(' ')}`, ...same, ...stamps })
  }
  const [shop] = await tx
    .select()
    .from(businesses)
    .where(eq(businesses.id, itemAt(town.businesses, 3).id))
  if (shop)
    await tx.insert(businesses).values({ name: shop.name?.toUpperCase(), address_id: shop.address_id, ...stamps })
  const place = itemAt(town.places, 7)
  const [twice] = await tx
    .insert(addresses)
    .values({ combadd: longForm(place.combadd), vacancy_status: 'occupied', ...stamps })
    .returning({ id: addresses.id })
  const content = 'Entered by the counter; the tax list spells it another way.'
  if (twice) await tx.insert(comments).values({ address_id: twice.id, user_id: users.oas, content, ...stamps })
}

const longForms: Readonly<Record<string, string>> = {
  Ave: 'Avenue',
  Ct: 'Court',
  Dr: 'Drive',
  Ln: 'Lane',
  Pl: 'Place',
  Rd: 'Road',
  St: 'Street',
  Ter: 'Terrace',
}

/** '1200 Alder Avenue' for '1200 Alder Ave'. */
const longForm = (text: string): string => text.replace(/\w+$/, (type) => longForms[type] ?? type)
