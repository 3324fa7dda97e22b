/** The groups of the specification (HL-01 to HL-03) with the name of each link; the town sets their addresses (HL-04). */
const groups = [
  {
    title: 'Town Codes',
    links: [
      ['animals', 'Animals'],
      ['building', 'Building'],
      ['donationBins', 'Donation Bins'],
      ['foodTrucks', 'Food Trucks'],
      ['garbage', 'Garbage'],
      ['licenses', 'Licenses'],
      ['municipalInfractions', 'Municipal Infractions'],
      ['goodOrder', 'Good Order'],
      ['rentalLicenses', 'Rental Licenses and Inspections'],
      ['streetsAndSidewalks', 'Streets and Sidewalks'],
      ['wallsFencesHedges', 'Walls, Fences, Hedges'],
      ['propertyMaintenance', 'Property Maintenance'],
    ],
  },
  {
    title: 'County',
    links: [
      ['zoningCode', 'Zoning Code'],
      ['atlas', 'Atlas'],
      ['permitStatus', 'Permit Status Search'],
      ['permitRequired', 'When a Permit is Required'],
    ],
  },
  {
    title: 'State',
    links: [
      ['propertyAssessment', 'Property Assessment Search'],
      ['businessLicenses', 'Business Licenses Lookup'],
    ],
  },
] as const

/** A link of the page; `url` is null until the town has set it. */
interface HelpfulLink {
  name: string
  text: string
  url: string | null
}

/** A titled group of links. */
interface LinkGroup {
  title: string
  links: HelpfulLink[]
}

/** Every group with the town's links; links beyond the specification are in their own group. */
export function helpfulLinks(configured: Readonly<Record<string, string>>): LinkGroup[] {
  const known = new Set<string>(groups.flatMap(({ links }) => links.flat()))
  const others = Object.keys(configured).filter((name) => !known.has(name))
  const all: LinkGroup[] = groups.map(({ title, links }) => ({
    title,
    links: links.map(([name, text]) => ({ name, text, url: webAddress(configured[name] ?? configured[text]) })),
  }))
  if (others.length === 0) return all
  return [
    ...all,
    { title: 'Other', links: others.map((it) => ({ name: it, text: it, url: webAddress(configured[it]) })) },
  ]
}

const webAddress = (text: string | undefined): string | null => (text && /^https?:\/\//.test(text) ? text : null)
