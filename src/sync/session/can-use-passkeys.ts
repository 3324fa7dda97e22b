/** Browsers know passkeys, and only for a town that is reached by a name. */
export const canUsePasskeys = (): boolean =>
  typeof globalThis.PublicKeyCredential === 'function' && !/^\d+(\.\d+){3}$|^\[/.test(location.hostname)
