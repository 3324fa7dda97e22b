import type { UseFormReturn } from 'react-hook-form'
import type { TownSettingName, TownSettings } from '../../contract/town.ts'
import { linkGroups } from '../../rules/helpful-links.ts'

/** The settings in the form: the specification's links by their keys, then the town's own. */
export interface TypedTown extends Omit<TownSettings, 'links' | 'default_complaint_inspector'> {
  default_complaint_inspector: string
  known: Record<string, string>
  others: { name: string; url: string }[]
}

const knownLinks: readonly (readonly [key: string, text: string])[] = linkGroups.flatMap(
  ({ links }): (readonly [string, string])[] => [...links],
)

export function typedOf({ links, default_complaint_inspector: inspector, ...rest }: TownSettings): TypedTown {
  const urls = new Map(links.map(({ name, url }) => [name, url]))
  const names = new Set<string>(knownLinks.flat())
  return {
    ...rest,
    default_complaint_inspector: String(inspector),
    known: Object.fromEntries(knownLinks.map(([key, text]) => [key, urls.get(key) ?? urls.get(text) ?? ''])),
    others: links.filter(({ name }) => !names.has(name)),
  }
}

export function settingsOf({
  known,
  others,
  default_complaint_inspector: inspector,
  ...rest
}: TypedTown): TownSettings {
  const set = knownLinks.flatMap(([key, text]) => (known[key]?.trim() ? [{ name: text, url: known[key].trim() }] : []))
  const own = others
    .map(({ name, url }) => ({ name: name.trim(), url: url.trim() }))
    .filter(({ name, url }) => name !== '' || url !== '')
  return { ...rest, default_complaint_inspector: Number(inspector), links: [...set, ...own] }
}

/** The labels of the settings. */
export const settingNames: Record<TownSettingName, string> = {
  town_name: 'Name of the town',
  address: 'Address',
  phone: 'Phone',
  email: 'Email',
  website: 'Website',
  notice_text: 'Last paragraph of notices',
  time_zone: 'Time zone',
  default_complaint_inspector: 'Inspector of the office’s complaints',
  manual_permits: 'Permits by hand',
  maps_url: 'Map of an address',
  tax_url: 'Tax record of an address',
  links: 'Helpful links',
}

/** The properties of each part of the form. */
export interface FieldsProps {
  form: UseFormReturn<TypedTown>
  problems: Partial<Record<TownSettingName, string>>
  /** The name of the environment setting that fixes a field. */
  fixedBy: (name: TownSettingName) => string | undefined
}
