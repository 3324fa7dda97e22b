import { SoftwareList } from '../../contract/software.ts'

/** Fetches the list of other people's software in this app; null where it cannot be had now. It is not kept for the time without signal. */
export async function fetchSoftware(origin: string): Promise<SoftwareList | null> {
  try {
    const answer = await fetch(`${origin}/software.json`, { signal: AbortSignal.timeout(20_000) })
    const list = SoftwareList.safeParse(answer.ok ? await answer.json() : null)
    return list.success ? list.data : null
  } catch (error) {
    // No network, or a network's own sign-in page (SyntaxError).
    if (error instanceof Error && ['TypeError', 'TimeoutError', 'AbortError', 'SyntaxError'].includes(error.name))
      return null
    throw error
  }
}
