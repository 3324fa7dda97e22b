/** When the user did it: the corrected time in the body (G-18), else that of the device's clock. */
export const stampOf = (body: { observed_at?: string | undefined } | undefined, at: number): string =>
  body?.observed_at ?? new Date(at).toISOString()
