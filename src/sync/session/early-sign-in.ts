/** A sign-in that the page's own script has sent before the app was there (app/first-frame.js). */
export interface EarlySignIn {
  email: string
  password: string
  /** The server's answer, unread; a TypeError without one. */
  answer: Promise<Response>
}

let kept: EarlySignIn | null = null

/** Keeps it for the form, which is about to be sent with the same words. */
export const keepEarlySignIn = (early: EarlySignIn): void => {
  kept = early
}

/** The answer to these words, once: with others, or a second time, the server is asked. */
export function takeEarlyAnswer(email: string, password: string): Promise<Response> | null {
  const early = kept
  kept = null
  return early && early.email === email && early.password === password ? early.answer : null
}
