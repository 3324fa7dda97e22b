import type { TownSettingName, TownSettings } from '../contract/town.ts'
import { townLimits } from '../contract/town.ts'
import { linkFrom } from './address-links.ts'
import { isZone } from './zones.ts'

/** The problems of the settings by field, in words; empty if there are none. */
export function townProblems(settings: TownSettings): Partial<Record<TownSettingName, string>> {
  const problems: Partial<Record<TownSettingName, string>> = {}
  const lines = settings.address.split('\n').filter((line) => line.trim())
  if (settings.town_name.trim() === '') problems.town_name = "Enter the town's name"
  if (lines.length > townLimits.addressLines)
    problems.address = `At most ${townLimits.addressLines} lines fit into the letterhead`
  if (lines.some((line) => line.length > longestLine)) problems.address = `A line has at most ${longestLine} characters`
  if (settings.email.trim() && !/^\S+@\S+\.\S+$/.test(settings.email.trim()))
    problems.email = 'Enter a valid email address'
  if (settings.website.trim() && !isWebAddress(withProtocol(settings.website))) problems.website = notAnAddress
  if (!isZone(settings.time_zone.trim())) problems.time_zone = 'Choose a time zone'
  for (const name of ['maps_url', 'tax_url'] as const)
    if (settings[name].trim())
      if (!isWebAddress(settings[name])) problems[name] = notAnAddress
      else if (!isTemplate(settings[name])) problems[name] = unknownPart
  const wrong = settings.links.find(({ url }) => !isWebAddress(url))
  const names = settings.links.map(({ name }) => name.trim().toLowerCase())
  if (settings.links.some(({ name }) => name.trim() === '')) problems.links = 'Each link needs a name'
  else if (wrong) problems.links = `“${wrong.name.trim()}” needs a web address that begins with https://`
  else if (new Set(names).size < names.length) problems.links = 'Two links have the same name'
  return problems
}

const longestLine = 100
const notAnAddress = 'Enter a web address that begins with https://'

const unknownPart = 'Only {combadd}, {district} and {property_id} may stand in braces; otherwise no address gets a link'

/**
 * Whether a link can be made from it for an address (G-15). One without braces leads to the same page for all, such as
 * a county's search.
 */
const isTemplate = (text: string): boolean => linkFrom(text, { combadd: 'x', district: 'x', property_id: 'x' }) !== null

/** The URL of a website as people write it: 'fernhill.example'. */
const withProtocol = (text: string): string =>
  /^https?:\/\//i.test(text.trim()) ? text.trim() : `https://${text.trim()}`

/** Whether a text is the URL of a web page. Placeholders such as {combadd} are allowed. */
function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s/]/i.test(text.trim())) return false
  return URL.canParse(text.trim().replaceAll(/\{\w+\}/g, 'x'))
}
