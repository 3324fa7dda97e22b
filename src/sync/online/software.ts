import { SoftwareList } from '../../contract/software.ts'
import { askJson } from '../transport/ask.ts'

/** Fetches the list of other people's software in this app; null where it cannot be had now. It is not kept for the time without signal. */
export async function fetchSoftware(origin: string): Promise<SoftwareList | null> {
  const request = new Request(`${origin}/software.json`)
  const asked = await askJson((request) => fetch(request), request, 20_000)
  const list = SoftwareList.safeParse(asked?.answer.ok ? asked.json : null)
  return list.success ? list.data : null
}
