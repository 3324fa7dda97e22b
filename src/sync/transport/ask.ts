import ky from 'ky'

/**
 * Sends a request that does not belong to the outbox and reads its answer with `readAnswer`, both within `timeoutMs`. null when
 * no answer came. Every status is an answer. Rethrows any error that is no network failure: that is a bug.
 */
export async function ask<Answer>(
  fetch: (request: Request) => Promise<Response>,
  request: Request,
  timeoutMs: number,
  readAnswer: (answer: Response) => Promise<Answer>,
): Promise<Answer | null> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    return await readAnswer(await ky(request, { ...oneTry, timeout: false, signal, fetch: asRequest(fetch) }))
  } catch (error) {
    if (isNoAnswer(error)) return null
    throw error
  }
}

/** The same for JSON: `json` is null for text that is none, such as the sign-in page of a network. */
export const askJson = (fetch: (request: Request) => Promise<Response>, request: Request, timeoutMs: number) =>
  ask(fetch, request, timeoutMs, async (answer) => ({ answer, json: jsonOf(await answer.text()) ?? null }))

/** The caller decides about failures: ky must neither repeat a call nor throw for its status. */
export const oneTry = { retry: 0, throwHttpErrors: false } as const

/** ky calls with the request that it made. */
export const asRequest = (fetch: (request: Request) => Promise<Response>) => (request: unknown) =>
  fetch(request as Request)

/** TypeError: no network. TimeoutError and AbortError: given up. NetworkError: the body broke off (Firefox). */
export const isNoAnswer = (error: unknown): boolean =>
  error instanceof Error && ['TypeError', 'TimeoutError', 'AbortError', 'NetworkError'].includes(error.name)

/** undefined for text that is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
