/** The licence types; 0 also reads as Business (LC-03). */
export const licenseTypes = [
  { value: 1, text: 'Business License' },
  { value: 2, text: 'Single Family License' },
  { value: 3, text: 'Multifamily License' },
] as const
export type LicenseType = (typeof licenseTypes)[number]['value']

/** 'Business License' for 0 and 1; a number that is no type reads 'Unknown'. */
export const licenseTypeText = (type: number | null | undefined): string =>
  licenseTypes.find(({ value }) => value === (type === 0 ? 1 : type))?.text ?? 'Unknown'

/** Why a licence of this type cannot be created yet; null if its business or address is chosen (LC-05, LC-06). */
export function missingHolder(type: LicenseType, businessId: number | null, addressId: number | null): string | null {
  if (type === 1) return businessId === null ? 'Please select a business for this license.' : null
  return addressId === null ? 'Please select an address for this license.' : null
}
