import { searchable } from './address-text.ts'

/** Does a text find the citation by a part of its id (CT-01)? A blank text finds every one. */
export const citationMatches = ({ citationid }: { citationid?: string | null }, typed: string): boolean =>
  searchable(citationid ?? '').includes(searchable(typed))

/** Does a text find the licence: part of its address, or the id of the address or the licence (LC-01)? */
export function licenseMatches(
  row: { id: number; combadd?: string | null; address_id?: number | null },
  typed: string,
): boolean {
  const wanted = searchable(typed)
  return searchable(row.combadd ?? '').includes(wanted) || [row.address_id, row.id].some((id) => String(id) === wanted)
}
