import type { TownSettings } from '../contract/town.ts'

/** The groups of the specification (HL-01 to HL-03) with the name of each link; the town sets their addresses (HL-04). */
export const linkGroups = [
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

/** A link of the page. */
interface HelpfulLink {
  name: string
  text: string
  url: string
}

/** A titled group of links. */
interface LinkGroup {
  title: string
  links: HelpfulLink[]
}

/** The links that the town has set, by group; links beyond the specification are in their own group. */
export function helpfulLinks(configured: TownSettings['links']): LinkGroup[] {
  const known = new Set<string>(linkGroups.flatMap(({ links }) => links.flat()))
  const addresses = new Map(configured.map(({ name, url }) => [name, url]))
  const others = [...addresses.keys()].filter((name) => !known.has(name))
  const all = [
    ...linkGroups.map(({ title, links }) => ({
      title,
      links: links.flatMap(([name, text]) => linkTo(name, text, addresses.get(name) ?? addresses.get(text))),
    })),
    { title: 'Other', links: others.flatMap((name) => linkTo(name, name, addresses.get(name))) },
  ]
  return all.filter(({ links }) => links.length > 0)
}

const linkTo = (name: string, text: string, url: string | undefined): HelpfulLink[] =>
  url && /^https?:\/\//.test(url) ? [{ name, text, url }] : []
