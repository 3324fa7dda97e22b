interface MailWords {
  owneraddress?: string | null
  ownercity?: string | null
  ownerstate?: string | null
  ownerzip?: string | null
}

/** The lines of an owner’s mailing address; empty if the address book has none. */
export function mailingLines({ owneraddress, ownercity, ownerstate, ownerzip }: MailWords): string[] {
  const stateAndZip = [ownerstate, ownerzip].filter((part) => !isBlank(part)).join(' ')
  const cityLine = [ownercity, stateAndZip].filter((part) => !isBlank(part)).join(', ')
  return [owneraddress ?? '', cityLine].filter((line) => !isBlank(line))
}

/** The owner of a property and their mailing address, one line each (AD-01). */
export const ownerLines = (address: MailWords & { ownername?: string | null }): string[] => [
  ...(isBlank(address.ownername) ? [] : [address.ownername ?? '']),
  ...mailingLines(address),
]

const isBlank = (text: string | null | undefined): boolean => !text?.trim()
