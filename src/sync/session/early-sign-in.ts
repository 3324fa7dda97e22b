/** A sign-in that the page's small script sent before the app had loaded (app/first-frame.js). */
export interface EarlySignIn {
  email: string
  password: string
  /** The server's unread answer; rejects with TypeError if there was none. */
  answer: Promise<Response>
}

let kept: EarlySignIn | null = null

/** Keeps it for the form, which will be sent with the same email and password. */
export const keepEarlySignIn = (early: EarlySignIn): void => {
  kept = early
}

/**
 * The early answer for this email and password, once. For other values, or the second time, the server must be asked.
 */
export function takeEarlyAnswer(email: string, password: string): Promise<Response> | null {
  const early = kept
  kept = null
  return early && early.email === email && early.password === password ? early.answer : null
}
