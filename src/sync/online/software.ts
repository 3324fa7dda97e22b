import { SoftwareList } from '../../contract/software.ts'
import { askJson } from '../transport/ask.ts'

/**
 * Fetches the list of third-party software in this app; null if it cannot be fetched now. It is not stored for use
 * without signal.
 */
export async function fetchSoftware(origin: string): Promise<SoftwareList | null> {
  const request = new Request(`${origin}/software.json`)
  const asked = await askJson((request) => fetch(request), request, 20_000)
  const list = SoftwareList.safeParse(asked?.answer.ok ? asked.json : null)
  return list.success ? list.data : null
}
