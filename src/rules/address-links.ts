/** The values that a link to another site may use. */
interface LinkFields {
  combadd?: string | null
  district?: string | null
  property_id?: string | null
}

/**
 * Fills {combadd}, {district} and {property_id} into a configured URL (G-15). Null without a template, for a template
 * that is no web address, and if a field in it is blank.
 */
export function linkFrom(template: string | null | undefined, fields: LinkFields): string | null {
  if (!template || !/^https?:\/\//.test(template)) return null
  let isComplete = true
  const link = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = fieldText(fields, name)
    if (!value) isComplete = false
    return encodeURIComponent(value)
  })
  return isComplete ? link : null
}

/** The Maps and property-tax buttons are shown only if district and property_id exist (AD-02). */
export const hasOutsideLinks = ({ district, property_id }: LinkFields): boolean =>
  Boolean(district?.trim() && property_id?.trim())

const fieldText = ({ combadd, district, property_id }: LinkFields, name: string): string =>
  new Map([
    ['combadd', combadd],
    ['district', district],
    ['property_id', property_id],
  ])
    .get(name)
    ?.trim() ?? ''
