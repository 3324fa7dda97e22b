import { searchable } from './address-text.ts'

/** Whether a text matches a part of the citation's id (CT-01). A blank text matches all. */
export const citationMatches = ({ citationid }: { citationid?: string | null }, typed: string): boolean =>
  searchable(citationid ?? '').includes(searchable(typed))

/** Whether a text matches the licence: part of its address, or the id of the address or the licence (LC-01). */
export function licenseMatches(
  row: { id: number; combadd?: string | null; address_id?: number | null },
  typed: string,
): boolean {
  const wanted = searchable(typed)
  return searchable(row.combadd ?? '').includes(wanted) || [row.address_id, row.id].some((id) => String(id) === wanted)
}
