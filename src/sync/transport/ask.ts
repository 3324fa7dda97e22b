import ky from 'ky'

/**
 * Sends a request that does not belong to the outbox and reads its answer with `readAnswer`, both within `timeoutMs`.
 * Returns null if no answer came. Every status is an answer. Rethrows any error that is not a network failure, because
 * that is a bug.
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

/** The same for JSON: `json` is null for text that is not JSON, such as a network's sign-in page. */
export const askJson = (fetch: (request: Request) => Promise<Response>, request: Request, timeoutMs: number) =>
  ask(fetch, request, timeoutMs, async (answer) => ({ answer, json: jsonOf(await answer.text()) ?? null }))

/** The caller handles failures, so ky must neither repeat a call nor throw for its status. */
export const oneTry = { retry: 0, throwHttpErrors: false } as const

/** ky passes the request that it made. */
export const asRequest = (fetch: (request: Request) => Promise<Response>) => (request: unknown) =>
  fetch(request as Request)

/** TypeError: no network. TimeoutError and AbortError: given up. NetworkError: the body broke off (Firefox). */
export const isNoAnswer = (error: unknown): boolean =>
  error instanceof Error && ['TypeError', 'TimeoutError', 'AbortError', 'NetworkError'].includes(error.name)

/** undefined for text that is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
