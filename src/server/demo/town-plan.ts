import type { addresses, businesses, contacts, units } from '../store/town-tables.ts'
import { asciiOf, businessNames, familyNames, givenNames, ownerCompanies, propertyNames, streets } from './names.ts'
import type { Chance } from './random.ts'

type NewAddress = typeof addresses.$inferInsert
type NewUnit = Omit<typeof units.$inferInsert, 'address_id'> & { address: number }
type NewContact = typeof contacts.$inferInsert
type NewBusiness = Omit<typeof businesses.$inferInsert, 'address_id'> & { address: number }

/** Numbers are indexes into the list of addresses. */
interface TownPlan {
  addresses: NewAddress[]
  units: NewUnit[]
  contacts: NewContact[]
  businesses: NewBusiness[]
  /** Addresses with several dwellings. */
  apartments: number[]
}

/** Turns days before today (negative: after) into an instant. */
type DaysAgo = (days: number, hour?: number) => Date

const ADDRESSES_PER_STREET = 15
const CONTACTS = 80
/** The place of the invented town: a bay without houses. */
const CENTER = { lat: 38.2417, lng: -76.2893 }

/** Invents the town: streets, owners, dwellings, people and businesses. */
export const planTown = (chance: Chance, daysAgo: DaysAgo): TownPlan => {
  const planned = streets.flatMap(([name, type], street) =>
    Array.from({ length: ADDRESSES_PER_STREET }, (_, house) =>
      planAddress(chance, daysAgo, { name, type, street, house }),
    ),
  )
  const apartments = propertyNames.map((property_name, at) => {
    const place = (at * 23 + 7) % planned.length
    Object.assign(planned[place] ?? {}, {
      property_name,
      property_type: 'Multifamily',
      landusecode: 'M',
      owneroccupiedin: 'N',
      ownername: chance.pick(ownerCompanies),
    })
    return place
  })
  return {
    addresses: planned,
    units: planUnits(chance, daysAgo, apartments, planned.length),
    contacts: planContacts(chance, daysAgo),
    businesses: planBusinesses(chance, daysAgo, planned.length),
    apartments,
  }
}

/** A first and a last name. */
const fullName = (chance: Chance) => `${chance.pick(givenNames)} ${chance.pick(familyNames)}`

const vacancies = [
  'occupied',
  'occupied',
  'occupied',
  'occupied',
  'occupied',
  'occupied',
  'occupied',
  null,
  'potentially vacant',
  'vacant',
  'registered',
]

const planAddress = (
  chance: Chance,
  daysAgo: DaysAgo,
  { name, type, street, house }: { name: string; type: string; street: number; house: number },
): NewAddress => {
  const streetnumb = String(1200 + street * 150 + house * 4 + (house % 2))
  const lives = chance.percent(55)
  const combadd = `${streetnumb} ${name} ${type}`
  const made = daysAgo(chance.between(380, 900), 9)
  return {
    pid: `T${String(street * 100 + house + 1000)}`,
    combadd,
    streetnumb,
    streetname: name,
    streettype: type,
    premisezip: '20000',
    aka: chance.percent(12) ? `${streetnumb}½ ${name} ${type}` : null,
    ownername: chance.percent(20) ? chance.pick(ownerCompanies) : fullName(chance),
    owneraddress: lives
      ? combadd
      : `${chance.between(10, 990)} ${chance.pick(['Harbor', 'Market', 'Orchard', 'Summit'])} Blvd`,
    ownercity: lives ? 'Codesoft' : chance.pick(['Eastport', 'Lowell Springs', 'Marchfield']),
    ownerstate: 'MD',
    ownerzip: lives ? '20000' : String(chance.between(20010, 20990)),
    owneroccupiedin: lives ? 'Y' : 'N',
    vacancy_status: chance.pick(vacancies),
    district: chance.percent(80) ? String(chance.between(1, 6)).padStart(2, '0') : null,
    property_id: chance.percent(80) ? String(2_100_000 + street * 1000 + house) : null,
    landusecode: 'R',
    zoning: chance.pick(['R-55', 'R-80', 'C-1']),
    property_type: 'Single Family',
    latitude: round(CENTER.lat + (street % 10) * 0.0021 + (house % 2) * 0.0002),
    longitude: round(CENTER.lng + Math.floor(street / 10) * 0.012 + house * 0.0007),
    created_at: made,
    updated_at: made,
  }
}

const planUnits = (chance: Chance, daysAgo: DaysAgo, apartments: number[], count: number): NewUnit[] => {
  const made = daysAgo(375, 10)
  const stamps = { created_at: made, updated_at: made }
  const many = apartments.flatMap((address, at) =>
    Array.from({ length: 6 + ((at * 5) % 19) }, (_, n) => ({
      address,
      number: `${1 + Math.floor(n / 4)}0${1 + (n % 4)}`,
      ...stamps,
    })),
  )
  const few = Array.from({ length: 24 }, () => chance.between(0, count - 1))
    .filter((address, at, all) => !apartments.includes(address) && all.indexOf(address) === at)
    .flatMap((address) =>
      chance
        .pick([['1', '2', 'BSMT'], ['A', 'B'], ['BSMT'], ['1', '2', '3', 'REAR']])
        .map((number) => ({ address, number, ...stamps })),
    )
  return [...many, ...few]
}

const planContacts = (chance: Chance, daysAgo: DaysAgo): NewContact[] =>
  Array.from({ length: CONTACTS }, (_, at) => {
    const name = fullName(chance)
    // Before the first inspection and comment that name it.
    const made = daysAgo(chance.between(380, 747), chance.between(8, 16))
    return {
      name,
      email: chance.percent(80) ? `${asciiOf(name)}.${at + 1}@mail.example` : null,
      // Numbers that no telephone has. Some people leave only the last seven digits.
      phone: chance.percent(75)
        ? `55501${String(10_000 + at * 37)}`
        : chance.percent(30)
          ? `01${String(10_000 + at)}`
          : null,
      notes: chance.percent(25)
        ? chance.pick([
            'Call after six.',
            'Speaks Spanish and English.',
            'Property manager.',
            'Prefers email.',
            'Has the keys to the basement.',
          ])
        : null,
      created_at: made,
      updated_at: made,
    }
  })

const planBusinesses = (chance: Chance, daysAgo: DaysAgo, count: number): NewBusiness[] =>
  businessNames.map(([name, trading_as], at) => {
    // Before the first inspection that names it.
    const made = daysAgo(chance.between(361, 379), 11)
    const site = asciiOf(name).replaceAll('.', '-')
    return {
      name,
      trading_as,
      address: (at * 7 + 3) % count,
      email: chance.percent(70) ? `office@${site}.example` : null,
      phone: chance.percent(85) ? `55502${String(10_000 + at * 53)}` : null,
      website: chance.percent(60) ? `https://${site}.example` : null,
      is_closed: chance.percent(12),
      opened_on: chance.percent(80)
        ? `${chance.between(1994, 2025)}-0${chance.between(1, 9)}-${chance.between(10, 28)}`
        : null,
      employee_count: chance.percent(80) ? chance.between(1, 48) : null,
      created_at: made,
      updated_at: made,
    }
  })

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6
